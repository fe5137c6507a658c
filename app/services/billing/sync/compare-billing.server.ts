/** Compares an account's rows with the provider's state, and lists what to write. */
import type { Drift } from "~/domain/comparisons";
import { MAIL_KEPT_MS } from "~/domain/limits";
import type { ProviderBilling, ProviderInvoice, ProviderSubscription } from "~/gateways/payments/payments";
import { listInvoicesByIds, type InvoiceRow } from "~/models/invoice.server";
import { findPlan } from "~/models/plan.server";
import type { Store } from "~/models/store/store";
import type { SubscriptionRow } from "~/models/subscription.server";
import { toCardColumns } from "../intents/card-columns.server";
import { toSubscriptionColumns } from "../intents/commit-intent.server";
import { toRowAfterEnd } from "../intents/intents.server";

export interface BillingDrift {
  /** The columns of the subscription row that differ. */
  columns: Partial<SubscriptionRow>;
  /** The invoices that are new or differ. */
  invoices: InvoiceRow[];
  /** Those of them that were not known to be paid. */
  paidInvoiceIds: string[];
  /** The differences in words for operators. */
  words: Pick<Drift, "area" | "what">[];
}

interface Compared {
  row: SubscriptionRow;
  billing: ProviderBilling | null;
  /** The one that the row has or gets; null leaves the row's columns about it. */
  subscription: ProviderSubscription | null;
  /** Leaves the row's card. */
  keepsCard: boolean;
}

export async function compareBilling(
  store: Store,
  { row, billing, subscription, keepsCard }: Compared,
): Promise<BillingDrift> {
  if (!billing) return { columns: {}, invoices: [], paidInvoiceIds: [], words: [] };
  const columns = pickChanged(row, {
    ...(subscription && (await toColumns(store, row, subscription))),
    ...(!keepsCard && toCardColumns(billing.card)),
    balanceMinor: billing.balance?.amountMinor ?? null,
    balanceCurrency: billing.balance?.currency ?? null,
  });
  const known = await listKnownInvoices(store, row.id, billing.invoices);
  const invoices = listChangedInvoices(known, row.id, billing.invoices);
  const words = [
    ...Object.entries(columns).map(([name, value]) => {
      const before = row[name as keyof SubscriptionRow];
      const area = name.startsWith("card") ? ("cards" as const) : ("subscriptions" as const);
      return { area, what: `${name} ${toWord(before)} -> ${toWord(value)}` };
    }),
    ...invoices.flatMap((invoice) => listInvoiceWords(known.get(invoice.id), invoice)),
  ];
  const paid = invoices.filter((invoice) => isNewlyPaid(known.get(invoice.id), invoice));
  return { columns, invoices, paidInvoiceIds: paid.map(({ id }) => id), words };
}

/** What was paid back is known by another comparison than the rest of the invoice. */
function listInvoiceWords(before: InvoiceRow | undefined, invoice: InvoiceRow): BillingDrift["words"] {
  const { number, id, status, amountRefundedMinor: refunded } = invoice;
  const refundedBefore = before?.amountRefundedMinor ?? 0;
  const isOtherwise =
    !before ||
    Object.keys(pickChanged(before, { ...invoice, amountRefundedMinor: refundedBefore })).length > 0;
  const name = `invoice ${number ?? id}`;
  return [
    ...(isOtherwise ? [{ area: "subscriptions" as const, what: `${name} ${status}` }] : []),
    ...(refunded === refundedBefore
      ? []
      : [{ area: "refunds" as const, what: `${name} refunded ${refundedBefore} -> ${refunded}` }]),
  ];
}

/**
 * The plan follows the price, unless the provider's price belongs to no plan here. The free plan follows a subscription
 * that the owner let end.
 */
async function toColumns(
  store: Store,
  row: SubscriptionRow,
  subscription: ProviderSubscription,
): Promise<Partial<SubscriptionRow>> {
  const { planId: billedPlanId, ...columns } = { planId: null, ...toSubscriptionColumns(subscription) };
  const plan = billedPlanId === null ? null : await findPlan(store, { id: billedPlanId });
  const billed = { ...columns, ...(plan && { planId: plan.id }) };
  if (subscription.status !== "canceled") return billed;
  const freePlan = row.nextPlanId === null ? null : await findPlan(store, { id: row.nextPlanId });
  return { ...billed, ...toRowAfterEnd(row, freePlan) };
}

type KnownInvoices = ReadonlyMap<string, InvoiceRow>;

async function listKnownInvoices(
  store: Store,
  accountId: string,
  found: readonly ProviderInvoice[],
): Promise<KnownInvoices> {
  const known = await listInvoicesByIds(store, { accountId, ids: found.map(({ id }) => id) });
  return new Map(known.map((invoice) => [invoice.id, invoice]));
}

function listChangedInvoices(
  known: KnownInvoices,
  accountId: string,
  found: readonly ProviderInvoice[],
): InvoiceRow[] {
  return found.flatMap(
    ({ attempts: _a, retryAt: _at, reason: _r, declineCode: _c, needsAction: _n, ...invoice }) => {
      const before = known.get(invoice.id);
      const amountRefundedMinor = invoice.amountRefundedMinor ?? before?.amountRefundedMinor ?? 0;
      const after: InvoiceRow = { ...invoice, accountId, amountRefundedMinor };
      return before && Object.keys(pickChanged(before, after)).length === 0 ? [] : [after];
    },
  );
}

/** Old invoices that the rows do not have yet, as after a restored backup, are no news. */
function isNewlyPaid(before: InvoiceRow | undefined, { status, issuedAt }: InvoiceRow): boolean {
  if (status !== "paid") return false;
  return before ? before.status !== "paid" : issuedAt > getOldestMailed();
}

/** The mail about an invoice from before may have been deleted, and with it what keeps it from being sent again. */
export function getOldestMailed(): Date {
  return new Date(Date.now() - MAIL_KEPT_MS);
}

/** The values that differ from the row's. */
function pickChanged<Row extends object>(row: Row, values: Partial<Row>): Partial<Row> {
  const changed = Object.entries(values).filter(
    ([name, value]) => toScalar(value) !== toScalar(row[name as keyof Row]),
  );
  return Object.fromEntries(changed) as Partial<Row>;
}

function toScalar(value: unknown): unknown {
  return value instanceof Date ? value.getTime() : value;
}

function toWord(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}
