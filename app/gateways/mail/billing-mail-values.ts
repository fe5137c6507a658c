/** The values of the mails about plans, cards and payments. `link` leads to a tab of the billing page. */
import * as z from "zod";
import { DISPUTE_KINDS, DISPUTE_OUTCOMES } from "~/domain/disputes";
import { INTERVALS } from "~/domain/plans";
import { createLineRule, line, link, stopLink } from "./value-rules";

const amountMinor = z.number().int().nonnegative();
const currency = z.string().regex(/^[a-z]{3}$/i);
const date = z.iso.datetime();
const count = z.number().int().positive();

/** A plan and its price: the total for each interval, in minor units of `currency`. */
const planPrice = {
  plan: line,
  amountMinor,
  currency,
  interval: z.enum(INTERVALS),
  /** How many seats `amountMinor` is for; null on a plan that is not priced by seat. */
  seats: z.number().int().positive().nullable(),
};

/** The amount charged at once, and that of the next payment; null when it is nothing, or not known. */
const charges = {
  chargedMinor: amountMinor.nullable().default(null),
  nextPaymentMinor: amountMinor.nullable().default(null),
};

const card = z.object({ brand: line, last4: z.string().regex(/^\d{4}$/) });

/** Why a card was not charged, as far as its bank says. */
export const DECLINE_REASONS = [
  "declined",
  "insufficient_funds",
  "expired",
  "cvc",
  "number",
  "authentication",
  "processing",
] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];

/** What a mail to operators says of differences: so many of them, each at most so long. */
export const DIFFERENCES_MAILED = 10;
export const DIFFERENCE_MAX_LENGTH = 500;

/** Who reads, and about which account. Mails that the version before has queued do not name it. */
const reader = { name: line, account: line.optional() };

export const BILLING_MAIL_VALUES = {
  /** To an operator: accounts differ from the payment provider, and are not repaired. `link` leads to mission control. */
  billing_differs: z.object({
    name: line,
    count,
    /** The first of them, in English, as the log has them. */
    differences: z.array(createLineRule(DIFFERENCE_MAX_LENGTH)).min(1).max(DIFFERENCES_MAILED),
    link,
  }),
  /** A paid plan began, and is free for `trialDays`. */
  subscription_started: z.object({
    ...reader,
    ...planPrice,
    ...charges,
    trialDays: z.number().int().nonnegative(),
    /** The next payment, which is the first one after a trial. */
    chargedAt: date.nullable(),
    link,
  }),
  /**
   * The plan was changed, will end on `date`, will not end after all, or has followed one that ended; or support has
   * extended its trial, or given it until `date`. `otherPlan` is the plan before the change, or the one that follows the end.
   */
  plan_updated: z.object({
    ...reader,
    change: z.enum(["changed", "ends", "resumed", "began", "extended", "given"]),
    ...planPrice,
    ...charges,
    otherPlan: line.nullable(),
    /** The end of the plan, or else the next payment. */
    date: date.nullable(),
    /** When `otherPlan` has fewer places than the account has members. */
    overLimit: z.object({ limit: count, members: count }).nullable().default(null),
    link,
    stopLink,
  }),
  /** A plan with fewer places than the account has members begins at `startsAt`, or has started: null. */
  member_limit: z.object({
    name: line,
    account: line,
    plan: line,
    limit: count,
    members: count,
    startsAt: date.nullable(),
    link,
  }),
  /** Another card pays. */
  card_updated: z.object({
    ...reader,
    card,
    expMonth: z.number().int().min(1).max(12),
    expYear: z.number().int(),
    link,
    stopLink,
  }),
  /** The trial ends soon, on `date`, and then the card is charged. */
  trial_ending: z.object({
    ...reader,
    ...planPrice,
    nextPaymentMinor: charges.nextPaymentMinor,
    date,
    card: card.nullable(),
    link,
  }),
  /** A payment failed. `retryAt` is null when the provider has given up. */
  payment_failed: z.object({
    ...reader,
    amountMinor,
    currency,
    card: card.nullable(),
    declineReason: z.enum(DECLINE_REASONS).nullable(),
    retryAt: date.nullable(),
    link,
  }),
  /** A payment waits until the user authorizes it at `link`. */
  payment_action: z.object({ ...reader, amountMinor, currency, link }),
  /** The subscription was canceled, because its payments failed, or because a dispute of one was lost. */
  subscription_ended: z.object({
    ...reader,
    plan: line,
    /** Mails that the version before has queued do not say it. */
    cause: z.enum(["unpaid", "dispute"]).default("unpaid"),
    link,
  }),
  /** To the operators: a payment of an account is disputed, that is decided, or a bank warns of a fraud. */
  payment_disputed: z.object({
    kind: z.enum(DISPUTE_KINDS),
    outcome: z.enum(DISPUTE_OUTCOMES),
    account: line,
    amountMinor,
    currency,
    /** The provider's own word. */
    providerReason: line,
    /** The number of the invoice; null when it is not known. */
    invoice: line.nullable(),
    /** Until when the provider takes evidence. */
    respondBy: date.nullable(),
    /** Whether the account's plan was ended because of it. */
    hasEndedPlan: z.boolean(),
    link,
  }),
  /** A payment arrived. The invoice at `pdfUrl` is attached, if it can be fetched. */
  receipt: z.object({
    ...reader,
    invoiceId: line,
    number: line.nullable(),
    amountMinor,
    currency,
    date,
    pdfUrl: link.nullable(),
    link,
  }),
};
