/** An account's invoices, copied from the payment provider so that pages can show them without it. */
import type { InvoiceStatus } from "~/domain/billing";
import type { PagePosition } from "~/domain/paging";
import { date, id, integer, nullable, string, text, type Entity } from "./store/entity";
import { findPage, type ListPage } from "./store/list-page";
import type { Store } from "./store/store";

const INVOICES_PAGE_SIZE = 24;

export interface InvoiceRow {
  /** The provider's id. */
  id: string;
  accountId: string;
  /** Null until the invoice is final. */
  number: string | null;
  status: InvoiceStatus;
  /** ISO 4217, lower case. */
  currency: string;
  totalMinor: number;
  /** The amount that is or was charged: the total without the credit from the customer's balance. */
  amountDueMinor: number;
  amountRefundedMinor: number;
  pdfUrl: string | null;
  issuedAt: Date;
}

export const invoiceEntity: Entity<InvoiceRow> = {
  table: "invoices",
  belongsTo: { account: "accountId" },
  fields: {
    id: string(64),
    accountId: id(),
    number: nullable(string(64)),
    status: string(16),
    currency: string(3),
    totalMinor: integer(),
    amountDueMinor: integer(),
    amountRefundedMinor: integer(),
    pdfUrl: nullable(text()),
    issuedAt: date(),
  },
  indexes: [["accountId", "issuedAt"]],
};

const NEWEST_FIRST = { by: "issuedAt", direction: "desc" } as const;

/** A page of the account's invoices, INVOICES_PAGE_SIZE long, newest first. */
export function listInvoices(
  store: Store,
  { accountId, at }: { accountId: string; at: PagePosition },
): Promise<ListPage<InvoiceRow>> {
  return findPage(store, invoiceEntity, {
    where: { accountId },
    at,
    order: NEWEST_FIRST,
    size: INVOICES_PAGE_SIZE,
  });
}

/** The account's invoice; null when it has none with this id. */
export function findInvoice(
  store: Store,
  { accountId, id }: Pick<InvoiceRow, "accountId" | "id">,
): Promise<InvoiceRow | null> {
  return store.findOne(invoiceEntity, { id, accountId });
}

/** Those of these invoices that the account has. */
export async function listInvoicesByIds(
  store: Store,
  { accountId, ids }: { accountId: string; ids: readonly string[] },
): Promise<InvoiceRow[]> {
  return ids.length === 0
    ? []
    : store.find(invoiceEntity, { accountId, id: { in: ids } }, { limit: ids.length });
}

/** More than an account ever owes. */
const OPEN_INVOICES_MAX = 1000;

/** The ids of the invoices that the account owes, as far as the rows know. */
export async function listOpenInvoiceIds(
  store: Store,
  { accountId }: Pick<InvoiceRow, "accountId">,
): Promise<string[]> {
  const open = { accountId, status: "open" } as const;
  return (await store.find(invoiceEntity, open, { limit: OPEN_INVOICES_MAX })).map(({ id }) => id);
}

/** Writes the invoice as the provider has it. Runs in a transaction that has locked the account's subscription. */
export async function saveInvoice(store: Store, invoice: InvoiceRow): Promise<void> {
  const { id, accountId } = invoice;
  if ((await store.update(invoiceEntity, { id, accountId }, invoice)) === 0)
    await store.insert(invoiceEntity, invoice);
}
