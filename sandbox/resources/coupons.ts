/** Coupons: a percentage or an amount off, for one invoice, for some months, or for ever. */
import * as z from "zod";
import { expirePromotions } from "../billing/discounts";
import { defineEndpoint, type Endpoint } from "../http/endpoint";
import { createInvalidRequestError } from "../http/errors";
import { isInRange, paginate } from "../http/list";
import {
  allowEmpty,
  currency,
  decimal,
  defineParams,
  integer,
  listParams,
  metadata,
  range,
  text,
} from "../http/params";
import { find, get, insert, listObjects, queueWebhook, type Ledger } from "../ledger";
import type { Coupon } from "../objects";
import { createRandomLetters } from "../state/ids";
import { mergeMetadata } from "./changes";

const positive = integer.pipe(z.number().min(1));

const newCoupon = defineParams({
  amount_off: positive.optional(),
  currency: currency.optional(),
  duration: z.enum(["forever", "once", "repeating"]).optional(),
  duration_in_months: positive.optional(),
  id: text.optional(),
  max_redemptions: positive.optional(),
  metadata: allowEmpty(metadata).optional(),
  name: z.string().min(1).max(40).optional(),
  percent_off: decimal.transform(Number).pipe(z.number().gt(0).max(100)).optional(),
  redeem_by: integer.optional(),
});
type NewCoupon = z.output<typeof newCoupon>;

export const couponEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    method: "POST",
    path: "/v1/coupons",
    params: newCoupon,
    run: ({ ledger, params: given }) => {
      requireConsistent(ledger, given);
      const coupon = toCoupon(ledger, given);
      insert(ledger, "coupon", coupon);
      queueWebhook(ledger, "coupon.created", { object: coupon });
      return coupon;
    },
  }),
  defineEndpoint({
    method: "GET",
    path: "/v1/coupons/:id",
    params: defineParams({}),
    run: ({ ledger, id }) => {
      expirePromotions(ledger);
      return get(ledger, "coupon", id);
    },
  }),
  defineEndpoint({
    method: "GET",
    path: "/v1/coupons",
    params: listParams({ created: range.optional() }),
    run: ({ ledger, params: { created, ...cursor } }) => {
      expirePromotions(ledger);
      const rows = listObjects(ledger, "coupon").filter((row) => isInRange(row.created, created));
      return paginate(rows, { url: "/v1/coupons", cursor });
    },
  }),
];

/** Builds a coupon from checked parameters, and stores nothing. */
export function toCoupon(ledger: Ledger, given: NewCoupon): Coupon {
  return {
    id: given.id ?? createRandomLetters(8),
    object: "coupon",
    amount_off: given.amount_off ?? null,
    created: ledger.now(),
    currency: given.amount_off === undefined ? null : (given.currency ?? null),
    duration: given.duration ?? "once",
    duration_in_months: given.duration_in_months ?? null,
    livemode: false,
    max_redemptions: given.max_redemptions ?? null,
    metadata: mergeMetadata(null, given.metadata ?? {}),
    name: given.name ?? null,
    percent_off: given.percent_off ?? null,
    redeem_by: given.redeem_by ?? null,
    times_redeemed: 0,
    valid: true,
  };
}

function requireConsistent(ledger: Ledger, given: NewCoupon): void {
  const { amount_off: amount, percent_off: percent, duration_in_months: months, redeem_by: until } = given;
  if (given.id && find(ledger, "coupon", given.id)) {
    throw createInvalidRequestError("Coupon already exists.", {
      code: "resource_already_exists",
      param: "id",
    });
  }
  if ((amount === undefined) === (percent === undefined)) {
    throw createInvalidRequestError("You must pass either percent_off or amount_off, and not both.");
  }
  if (amount !== undefined && !given.currency) {
    throw createInvalidRequestError("You must pass currency when passing amount_off.", { param: "currency" });
  }
  if ((given.duration === "repeating") !== (months !== undefined)) {
    const message = "duration_in_months is required when duration is repeating, and not allowed otherwise.";
    throw createInvalidRequestError(message, { param: "duration_in_months" });
  }
  if (until !== undefined && until <= ledger.now()) {
    throw createInvalidRequestError("redeem_by must be in the future.", { param: "redeem_by" });
  }
}
