/** Promotion codes: texts that customers type to redeem a coupon. */
import * as z from "zod";
import { expirePromotions } from "../billing/discounts";
import { defineEndpoint, type Endpoint } from "../http/endpoint";
import { createInvalidRequestError } from "../http/errors";
import { isInRange, paginate } from "../http/list";
import {
  amount,
  currency,
  defineParams,
  flag,
  integer,
  listParams,
  metadata,
  range,
  text,
} from "../http/params";
import { find, get, getReferenced, insert, listObjects, queueWebhook, type Ledger } from "../ledger";
import { getId, type PromotionCode } from "../objects";
import { createId, createRandomLetters, ID_PREFIXES } from "../state/ids";
import { mergeMetadata } from "./changes";
import { toCoupon } from "./coupons";
import { getLiveCustomer } from "./customers";

/** The code that every sandbox has, so that a discount can be tried without a call to the API. */
const WELCOME = { code: "WELCOME20", couponId: "WELCOME20", codeId: "promo_welcome20" };

const newCode = defineParams({
  active: flag.optional(),
  code: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,500}$/, "Invalid promotion code")
    .optional(),
  customer: text.optional(),
  expires_at: integer.optional(),
  max_redemptions: integer.pipe(z.number().min(1)).optional(),
  metadata: metadata.optional(),
  promotion: z.strictObject({ type: z.enum(["coupon"]), coupon: text }),
  restrictions: z
    .strictObject({
      first_time_transaction: flag.optional(),
      minimum_amount: amount.optional(),
      minimum_amount_currency: currency.optional(),
    })
    .optional(),
});
type NewCode = z.output<typeof newCode>;

export const promotionCodeEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    method: "POST",
    path: "/v1/promotion_codes",
    params: newCode,
    run: ({ ledger, params: given }) => createCode(ledger, given),
  }),
  defineEndpoint({
    method: "GET",
    path: "/v1/promotion_codes/:id",
    params: defineParams({}),
    run: ({ ledger, id }) => {
      expirePromotions(ledger);
      return get(ledger, "promotion_code", id);
    },
  }),
  defineEndpoint({
    method: "GET",
    path: "/v1/promotion_codes",
    params: listParams({
      active: flag.optional(),
      code: text.optional(),
      coupon: text.optional(),
      created: range.optional(),
      customer: text.optional(),
    }),
    run: ({ ledger, params: { active, code, coupon, created, customer, ...cursor } }) => {
      expirePromotions(ledger);
      const rows = listObjects(ledger, "promotion_code").filter(
        (row) =>
          isInRange(row.created, created) &&
          (active === undefined || row.active === active) &&
          (code === undefined || isSameCode(row.code, code)) &&
          (coupon === undefined || getId(row.promotion.coupon) === coupon) &&
          (customer === undefined || getId(row.customer) === customer),
      );
      return paginate(rows, { url: "/v1/promotion_codes", cursor });
    },
  }),
];

/** Stores the code that every sandbox has, unless the file already has it. */
export function insertWelcomeCode(ledger: Ledger): void {
  const { code, codeId, couponId: id } = WELCOME;
  if (!find(ledger, "coupon", id)) {
    insert(ledger, "coupon", toCoupon(ledger, { id, percent_off: 20, duration: "once", name: "Welcome" }));
  }
  if (find(ledger, "promotion_code", codeId)) return;
  const given: NewCode = { code, promotion: { type: "coupon", coupon: id } };
  insert(ledger, "promotion_code", toPromotionCode(ledger, { id: codeId, given }));
}

function createCode(ledger: Ledger, given: NewCode): PromotionCode {
  const { coupon: couponId } = given.promotion;
  expirePromotions(ledger);
  const coupon = getReferenced(ledger, "coupon", { id: couponId, param: "promotion[coupon]" });
  if (!coupon.valid)
    throw createInvalidRequestError("This coupon is no longer valid.", { param: "promotion[coupon]" });
  if (given.customer) getLiveCustomer(ledger, { id: given.customer, param: "customer" });
  if (given.expires_at !== undefined && given.expires_at <= ledger.now())
    throw createInvalidRequestError("expires_at must be in the future.", { param: "expires_at" });
  const isTaken = listObjects(ledger, "promotion_code").some(
    (row) => row.active && given.code !== undefined && isSameCode(row.code, given.code),
  );
  if (isTaken)
    throw createInvalidRequestError("An active promotion code with this code already exists.", {
      param: "code",
    });
  const row = toPromotionCode(ledger, { id: createId(ID_PREFIXES.promotion_code), given });
  insert(ledger, "promotion_code", row);
  queueWebhook(ledger, "promotion_code.created", { object: row });
  return row;
}

function toPromotionCode(ledger: Ledger, { id, given }: { id: string; given: NewCode }): PromotionCode {
  return {
    id,
    object: "promotion_code",
    active: given.active ?? true,
    code: given.code ?? createRandomLetters(8).toUpperCase(),
    created: ledger.now(),
    customer: given.customer ?? null,
    customer_account: null,
    expires_at: given.expires_at ?? null,
    livemode: false,
    max_redemptions: given.max_redemptions ?? null,
    metadata: mergeMetadata(null, given.metadata ?? {}),
    promotion: { type: "coupon", coupon: given.promotion.coupon },
    restrictions: {
      first_time_transaction: given.restrictions?.first_time_transaction ?? false,
      minimum_amount: given.restrictions?.minimum_amount ?? null,
      minimum_amount_currency: given.restrictions?.minimum_amount_currency ?? null,
    },
    times_redeemed: 0,
  };
}

/** Customers type codes in either case. */
function isSameCode(left: string, right: string): boolean {
  return left.toUpperCase() === right.toUpperCase();
}
