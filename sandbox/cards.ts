/** The test cards and their fixed tokens. */
import { createHash } from "node:crypto";
import { createCardError, type SandboxError } from "./http/errors";

export interface TestCard {
  number: string;
  brand: "mastercard" | "visa";
  /** Whether it can be attached to a customer. */
  attaches: boolean;
  /** Why charging it is declined; null when it is not. */
  declines: "generic_decline" | "insufficient_funds" | null;
  /**
   * When the bank requires authentication: for every payment, or for all but those off-session after it was done once for
   * later payments.
   */
  asks: "always" | "never" | "unless_authenticated";
  /** What the bank does after each payment with it; absent: nothing. */
  afterwards?: "disputes" | "warns";
}

const CARDS: readonly TestCard[] = [
  { number: "4242424242424242", brand: "visa", attaches: true, declines: null, asks: "never" },
  { number: "5555555555554444", brand: "mastercard", attaches: true, declines: null, asks: "never" },
  { number: "4000056655665556", brand: "visa", attaches: true, declines: null, asks: "never" },
  { number: "5200828282828210", brand: "mastercard", attaches: true, declines: null, asks: "never" },
  { number: "5105105105105100", brand: "mastercard", attaches: true, declines: null, asks: "never" },
  { number: "4000002500003155", brand: "visa", attaches: true, declines: null, asks: "unless_authenticated" },
  { number: "4000000000003220", brand: "visa", attaches: true, declines: null, asks: "always" },
  { number: "4000000000000002", brand: "visa", attaches: false, declines: "generic_decline", asks: "never" },
  {
    number: "4000000000009995",
    brand: "visa",
    attaches: false,
    declines: "insufficient_funds",
    asks: "never",
  },
  { number: "4000000000000341", brand: "visa", attaches: true, declines: "generic_decline", asks: "never" },
  {
    number: "4000000000000259",
    brand: "visa",
    attaches: true,
    declines: null,
    asks: "never",
    afterwards: "disputes",
  },
  {
    number: "4000000000005423",
    brand: "visa",
    attaches: true,
    declines: null,
    asks: "never",
    afterwards: "warns",
  },
];

const NUMBER_OF_TOKEN: Readonly<Record<string, string>> = {
  tok_visa: "4242424242424242",
  tok_visa_debit: "4000056655665556",
  tok_mastercard: "5555555555554444",
  tok_mastercard_debit: "5200828282828210",
  tok_mastercard_prepaid: "5105105105105100",
  tok_threeDSecure2Required: "4000000000003220",
  tok_chargeDeclined: "4000000000000002",
  tok_chargeDeclinedInsufficientFunds: "4000000000009995",
  tok_chargeCustomerFail: "4000000000000341",
  tok_createDispute: "4000000000000259",
};

/**
 * Returns the test card with this number. Throws 402 for a wrong or a real number, as the provider does in test
 * mode.
 */
export function requireTestCard(number: string): TestCard {
  const card = CARDS.find((candidate) => candidate.number === number);
  if (card) return card;
  if (!passesLuhn(number)) {
    throw createCardError({
      code: "incorrect_number",
      message: "Your card number is incorrect.",
      param: "number",
    });
  }
  throw createCardError({
    code: "card_declined",
    decline_code: "test_mode_live_card",
    message: "Your card was declined. Your request was in test mode, but used a non test card.",
  });
}

/** Returns the number of a fixed token (`tok_visa`, or `tok_` and a test card's number); null for any other. */
export function findFixedTokenNumber(token: string): string | null {
  if (Object.hasOwn(NUMBER_OF_TOKEN, token)) return NUMBER_OF_TOKEN[token] ?? null;
  return CARDS.find((card) => token === `tok_${card.number}`)?.number ?? null;
}

/** The same for the same card number, whichever customer enters it. */
export function createCardFingerprint(number: string): string {
  return createHash("sha256").update(`card ${number}`).digest("base64url").slice(0, 16);
}

/** The issuer's error for a card that is declined. */
export function createDeclineError(reason: NonNullable<TestCard["declines"]>): SandboxError {
  return createCardError({
    code: "card_declined",
    decline_code: reason,
    message:
      reason === "insufficient_funds" ? "Your card has insufficient funds." : "Your card was declined.",
  });
}

/** Throws 402 when the expiry or the security code of a new card cannot be valid. `now` in seconds. */
export function checkCardDetails(
  card: { expMonth: number; expYear: number; cvc: string | undefined },
  now: number,
): void {
  const today = new Date(now * 1000);
  if (card.expMonth < 1 || card.expMonth > 12) {
    throw createCardError({
      code: "invalid_expiry_month",
      message: "Your card's expiration month is invalid.",
      param: "exp_month",
    });
  }
  // A card is valid until the end of its last month.
  if (Date.UTC(card.expYear, card.expMonth) <= today.getTime()) {
    throw createCardError({
      code: "invalid_expiry_year",
      message: "Your card's expiration year is invalid.",
      param: "exp_year",
    });
  }
  if (card.cvc !== undefined && !/^\d{3,4}$/.test(card.cvc)) {
    throw createCardError({
      code: "invalid_cvc",
      message: "Your card's security code is invalid.",
      param: "cvc",
    });
  }
}

function passesLuhn(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  let sum = 0;
  for (let index = 0; index < number.length; index += 1) {
    const value = Number(number.at(-1 - index)) * (index % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
