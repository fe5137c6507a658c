/** What the billing page shows of an account besides its own plan, in one statement. */
import type { BillingIntentRow } from "./billing-intent.server";
import type { InvoiceRow } from "./invoice.server";
import { ACTIVE_PLANS, type PlanRow } from "./plan.server";
import type { Store } from "./store/store";
import { toUsageLookup, type UsageDayRow } from "./usage.server";

export interface BillingOverview {
  /** The plans that accounts can choose, in the order in which they are shown. */
  plans: PlanRow[];
  /** The open intent; none as a rule. */
  intents: BillingIntentRow[];
  /** The newest ones, newest first. */
  invoices: InvoiceRow[];
  /** The days of the period that have calls, in no particular order. */
  usageDays: UsageDayRow[];
}

/** `usageSince` is the period's first day, YYYY-MM-DD; `invoices` is how many to read. */
export function readBillingOverview(
  store: Store,
  { accountId, usageSince, invoices }: { accountId: string; usageSince: string; invoices: number },
): Promise<BillingOverview> {
  return store.findTogether({
    plans: ACTIVE_PLANS,
    intents: { entity: "billingIntents", where: { openClaim: accountId }, limit: 1 },
    invoices: {
      entity: "invoices",
      where: { accountId },
      order: { by: "issuedAt", direction: "desc" },
      limit: invoices,
    },
    usageDays: toUsageLookup({ accountId, since: usageSince }),
  });
}
