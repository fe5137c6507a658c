/** The billing page's data of an account besides its own plan, in one statement. */
import { billingIntentEntity, type BillingIntentRow } from "./billing-intent.server";
import { toDisputeLookup, type DisputeRow } from "./dispute.server";
import { invoiceEntity, type InvoiceRow } from "./invoice.server";
import { ACTIVE_PLANS, type PlanRow } from "./plan.server";
import type { Store } from "./store/store";
import { toApiCallLookup, type ApiCallDayRow } from "./api-call.server";

interface BillingOverview {
  /** The plans that accounts can choose, in the order in which they are shown. */
  plans: PlanRow[];
  /** The open intent; none as a rule. */
  intents: BillingIntentRow[];
  /** The newest ones that are over an amount, newest first. */
  invoices: InvoiceRow[];
  /** The days of the period that have calls, in no particular order. */
  apiCallDays: ApiCallDayRow[];
  /** The disputes and warnings of fraud, newest first; none as a rule. */
  disputes: DisputeRow[];
}

/** `apiCallsSince` is the period's first day, YYYY-MM-DD; `invoices` is how many to read. */
export function readBillingOverview(
  store: Store,
  { accountId, apiCallsSince, invoices }: { accountId: string; apiCallsSince: string; invoices: number },
): Promise<BillingOverview> {
  return store.findTogether({
    plans: ACTIVE_PLANS,
    intents: toOpenIntentLookup(accountId),
    invoices: {
      entity: invoiceEntity,
      // One over nothing, as of a trial, says little next to the plan; the list of all has it.
      where: { accountId, totalMinor: { not: 0 } },
      order: { by: "issuedAt", direction: "desc" },
      limit: invoices,
    },
    apiCallDays: toApiCallLookup({ accountId, since: apiCallsSince }),
    disputes: toDisputeLookup({ accountId }),
  });
}

/** What stands above every other tab of the page, in one statement: the open intent, and the disputes, newest first. */
export async function readBillingNotices(
  store: Store,
  { accountId }: { accountId: string },
): Promise<{ intent: BillingIntentRow | null; disputes: DisputeRow[] }> {
  const { intents, disputes } = await store.findTogether({
    intents: toOpenIntentLookup(accountId),
    disputes: toDisputeLookup({ accountId }),
  });
  return { intent: intents[0] ?? null, disputes };
}

const toOpenIntentLookup = (accountId: string) =>
  ({ entity: billingIntentEntity, where: { openClaim: accountId }, limit: 1 }) as const;
