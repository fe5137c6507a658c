/** Calculates an invoice that does not exist yet: for a planned change, or at the end of the period. Stores nothing. */
import { SandboxError, withDocs } from "../http/errors";
import { get, type Ledger } from "../ledger";
import {
  getId,
  type Customer,
  type Discount,
  type Invoice,
  type InvoiceLine,
  type Subscription,
} from "../objects";
import { calculatePeriod } from "./amounts";
import { createFirstLines, draftInvoice, type NewInvoice } from "./invoicing";
import { applyItemChanges, startsNewPeriod, type ItemChange } from "./items";
import { createUsageLines } from "./metered";
import { createProrationLines, type Proration } from "./prorations";

/** The provider finalizes and charges an invoice an hour after it creates it. */
const CHARGED_AFTER_SECONDS = 3600;
const RUNNING = ["active", "past_due", "trialing", "unpaid"];

interface PlannedChange {
  items: readonly ItemChange[];
  proration: Proration;
  /** The time in seconds from which the rest of the period counts. */
  at: number;
  resetsCycle: boolean;
}

/** Previews a subscription's next invoice: at once when the change is invoiced at once, else at the period's end. */
export function previewInvoice(
  ledger: Ledger,
  {
    subscription,
    change,
    discounts,
  }: {
    subscription: Subscription;
    change: PlannedChange | null;
    /** The requested discounts; the subscription's own when absent. */
    discounts?: readonly Discount[];
  },
): Invoice {
  const before = subscription.items.data;
  const after = change ? applyItemChanges(ledger, subscription, change) : before;
  const prorated = change ? createProrationLines(ledger, { subscription, before, after, given: change }) : [];
  const lines = [...(ledger.state.waitingLines[subscription.id] ?? []), ...prorated];
  if (change && (change.proration === "always_invoice" || startsNewPeriod(before, after))) {
    return toPreview(ledger, { subscription, reason: "subscription_update", lines, discounts });
  }
  const next = { ...subscription, items: { ...subscription.items, data: after } };
  return previewNextPeriod(ledger, next, { waiting: lines, discounts });
}

/** Throws 404 invoice_upcoming_none when the subscription ends before another invoice. */
function previewNextPeriod(
  ledger: Ledger,
  subscription: Subscription,
  { waiting, discounts }: { waiting: InvoiceLine[]; discounts: readonly Discount[] | undefined },
): Invoice {
  const { data: items } = subscription.items;
  const [first] = items;
  const goesOn = RUNNING.includes(subscription.status) && !subscription.cancel_at_period_end;
  if (!first || (!goesOn && waiting.length === 0)) throw createNoneError(getId(subscription.customer) ?? "");
  const renewed = items.map((item) => {
    const { start, end } = calculatePeriod(item.current_period_end, item.price);
    return { ...item, current_period_start: start, current_period_end: end };
  });
  const next = { ...subscription, items: { ...subscription.items, data: renewed } };
  const periods = goesOn
    ? [...createUsageLines(ledger, subscription, { items }), ...createFirstLines(ledger, next)]
    : [];
  return {
    ...toPreview(ledger, { subscription, reason: "upcoming", lines: [...waiting, ...periods], discounts }),
    created: first.current_period_end,
    next_payment_attempt: first.current_period_end + CHARGED_AFTER_SECONDS,
    period_start: first.current_period_start,
    period_end: first.current_period_end,
  };
}

/** Calculates a draft with the provider's marks of a preview. */
export function toPreview(ledger: Ledger, given: NewInvoice & { customer?: Customer }): Invoice {
  const customer = given.customer ?? get(ledger, "customer", getId(given.subscription.customer) ?? "");
  const draft = draftInvoice(ledger, { ...given, customer });
  const id = `upcoming_${draft.id}`;
  return {
    ...draft,
    id,
    auto_advance: false,
    effective_at: null,
    ending_balance: null,
    lines: {
      ...draft.lines,
      data: draft.lines.data.map((line) => ({ ...line, invoice: id })),
      url: `/v1/invoices/${id}/lines`,
    },
    status: "draft",
    status_transitions: { ...draft.status_transitions, finalized_at: null },
  };
}

/** 404: the customer has nothing that will be invoiced. */
export function createNoneError(customerId: string): SandboxError {
  const message = `No upcoming invoices for customer: ${customerId}`;
  return new SandboxError(
    404,
    withDocs({ type: "invalid_request_error", code: "invoice_upcoming_none", message }),
  );
}
