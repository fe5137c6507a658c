/** Ids and secrets in the provider's format: a prefix that names the kind, then random letters and digits. */
import { randomInt } from "node:crypto";
import type { Kind } from "./state";

const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ID_LENGTH = 24;
const SECRET_LENGTH = 25;

/**
 * The id prefix of each kind of object. The underscore distinguishes a longer prefix that begins like a shorter
 * one. Coupons have none: their ids are chosen, or random.
 */
export const ID_PREFIXES: Record<Exclude<Kind, "coupon">, string> = {
  "billing.meter": "mtr",
  customer: "cus",
  customer_balance_transaction: "cbtxn",
  discount: "di",
  dispute: "du",
  event: "evt",
  invoice: "in",
  invoice_payment: "inpay",
  payment_intent: "pi",
  payment_method: "pm",
  price: "price",
  product: "prod",
  promotion_code: "promo",
  "radar.early_fraud_warning": "issfr",
  refund: "re",
  setup_intent: "seti",
  subscription: "sub",
  tax_id: "txi",
  token: "tok",
  // No other object refers to one, so that the prefix of both kinds of events stays that of `event`.
  "v2.core.event": "evt",
};

/** Creates an id such as `cus_x7…`; also for parts that have no table of their own (`si`, `il`, `req`, `card`). */
export function createId(prefix: string): string {
  return `${prefix}_${createRandomLetters(ID_LENGTH)}`;
}

/** Creates the secret that lets a browser read and confirm one intent. */
export function createClientSecret(intentId: string): string {
  return `${intentId}_secret_${createRandomLetters(SECRET_LENGTH)}`;
}

/** Returns the kind of an id by its prefix; null for any other text. */
export function findKind(id: string): Kind | null {
  const prefix = id.slice(0, id.indexOf("_"));
  const found = Object.entries(ID_PREFIXES).find(([, known]) => known === prefix);
  return found ? (found[0] as Kind) : null;
}

export function createRandomLetters(count: number): string {
  return Array.from({ length: count }, () => LETTERS.charAt(randomInt(LETTERS.length))).join("");
}
