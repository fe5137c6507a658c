/** The common part of refunds and credits: the payments of an account, and the amounts of the forms. */
import * as z from "zod";
import { AppError } from "~/domain/errors";
import type { KeyedMessage } from "~/domain/messages";
import { toMessage } from "~/domain/messages";
import { fromMajor } from "~/domain/money";
import { getDecimals } from "~/domain/money";
import { REFUND_LIMITS } from "~/domain/rate-limits";
import type { GivenMoney, MoneyBack } from "~/gateways/payments/payment-types";
import { listInvoices, type InvoiceRow } from "~/models/invoice.server";
import { findSubscription } from "~/models/subscription.server";
import { syncFromProvider } from "../billing/sync/sync.server";
import { requireRepeatedReauthentication, type GivenCredential } from "../identity/reauthentication.server";
import type { App } from "../platform/app.server";
import type { AuditEvent } from "../platform/audit/audit.server";
import type { Context } from "../platform/operation.server";

/** The common part of the two operations: one request id gives money once, however often it is repeated. */
export const MONEY_BACK = {
  access: { permission: "master", state: "verified" },
  needsOwnSession: true,
  acceptsIdempotencyKey: true,
  confirmRepeat: (given: GivenCredential, context: Context) =>
    requireRepeatedReauthentication(context, given),
  output: z.object({}),
  limits: REFUND_LIMITS,
} as const;

/** The account's latest invoices, newest first. */
export async function listLatestInvoices(
  { store }: Pick<App, "store">,
  accountId: string,
): Promise<InvoiceRow[]> {
  return (await listInvoices(store, { accountId, at: {} })).rows;
}

/** Returns the amount of the invoice that the customer has paid and not got back. */
export function getRefundable({ status, amountDueMinor, amountRefundedMinor }: InvoiceRow): number {
  return status === "paid" ? amountDueMinor - amountRefundedMinor : 0;
}

/** Reads the account again from the provider, and returns its customer. Throws not_found. */
export async function readAgain(app: App, accountId: string): Promise<string> {
  const row = await findSubscription(app.store, { accountId });
  if (!row?.customerId) throw new AppError("not_found", "errors:not_found");
  await syncFromProvider(app, accountId, { withRefunds: true });
  return row.customerId;
}

/**
 * Whether the request has given this before: the provider is asked first, because it remembers an idempotency key for a day
 * only. Throws conflict when the request gave something else, or when the bank has returned what it gave.
 */
export function wasGiven(
  given: GivenMoney | null,
  wanted: Pick<MoneyBack, "amountMinor" | "reason">,
): boolean {
  if (given === null) return false;
  if (given.hasFailed) throw new AppError("conflict", "master:billing.returned");
  if (given.amountMinor !== wanted.amountMinor || given.reason !== wanted.reason)
    throw new AppError("conflict", "master:billing.request_used");
  return true;
}

/**
 * The entry of the account's log that is written before money moves. The request's id is its key, so that one request gives
 * a refund or a credit, with one amount and one reason.
 */
export function toGivingEvent({ request, ...event }: AuditEvent & { request: string }) {
  return { ...event, key: `money-back:${request}`, whenOther: "master:billing.request_used" } as const;
}

/** Throws invalid when the currency does not have that many decimals. */
export function parseAmount(amount: number, currency: string): number {
  const minor = fromMajor(amount, currency);
  if (minor === null) throw createFieldError("amount", "master:billing.amount_invalid");
  return minor;
}

export function createTooMuchError(
  reason: "too_much" | "credit_too_much",
  { currency }: Pick<InvoiceRow, "currency">,
  most: number,
) {
  return createFieldError(
    "amount",
    toMessage(`master:billing.${reason}`, { amount: formatAmount(most, currency) }),
  );
}

export function createFieldError(field: string, message: KeyedMessage): AppError {
  return new AppError("invalid", message, { inputError: field, errors: { [field]: [message] } });
}

/** "12.50 USD", in every language: it also stands in the account's activity. */
export function formatAmount(amountMinor: number, currency: string): string {
  const decimals = getDecimals(currency);
  return `${(amountMinor / 10 ** decimals).toFixed(decimals)} ${currency.toUpperCase()}`;
}
