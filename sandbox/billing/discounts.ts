/** Discounts: what a coupon or a promotion code gives, whether it can be redeemed, and how long it lasts. */
import { createInvalidRequestError, SandboxError, withDocs } from "../http/errors";
import { change, find, get, getReferenced, insert, listObjects, type Ledger } from "../ledger";
import { getId, type Coupon, type Discount, type PromotionCode, type Subscription } from "../objects";
import { createId, ID_PREFIXES } from "../state/ids";
import { addMonths } from "./amounts";

/** A discount as a request names it. */
export interface DiscountRequest {
  coupon?: string;
  promotion_code?: string;
}

interface Redemption {
  customerId: string;
  subscriptionId: string;
  currency: string;
  /** The price before discounts, in minor units. */
  subtotal: number;
}

/**
 * Creates the requested discounts, and stores nothing. Throws 400 for a coupon or code that does not exist, has
 * expired, has been used up, or does not fit the customer or the price.
 */
export function prepareDiscounts(
  ledger: Ledger,
  requests: readonly DiscountRequest[],
  redemption: Redemption,
): Discount[] {
  return requests.map((request, index) => {
    const code = findRequestedCode(ledger, request, `discounts[${index}][promotion_code]`);
    if (code) requireCodeFits(ledger, code, redemption);
    const id = code ? getId(code.promotion.coupon) : request.coupon;
    if (!id) {
      const message = "You must specify one of coupon or promotion_code.";
      throw createInvalidRequestError(message, { param: `discounts[${index}]` });
    }
    const coupon = getReferenced(ledger, "coupon", { id, param: `discounts[${index}][coupon]` });
    requireCouponFits(ledger, coupon, redemption);
    return toDiscount(ledger, { coupon, code, redemption });
  });
}

/** Stores discounts and counts their redemption. */
export function redeemDiscounts(ledger: Ledger, discounts: readonly Discount[]): void {
  for (const discount of discounts) {
    insert(ledger, "discount", discount);
    const coupon = getCoupon(ledger, discount);
    change(ledger, coupon, { event: "coupon.updated", to: { times_redeemed: coupon.times_redeemed + 1 } });
    const code = find(ledger, "promotion_code", getId(discount.promotion_code) ?? "");
    if (code)
      change(ledger, code, {
        event: "promotion_code.updated",
        to: { times_redeemed: code.times_redeemed + 1 },
      });
  }
  expirePromotions(ledger);
}

/** Marks coupons and codes that can no longer be redeemed. Neither becomes valid again. */
export function expirePromotions(ledger: Ledger): void {
  for (const coupon of listObjects(ledger, "coupon")) {
    if (coupon.valid && isUsedUp(ledger, coupon, coupon.redeem_by)) coupon.valid = false;
  }
  for (const code of listObjects(ledger, "promotion_code")) {
    const coupon = find(ledger, "coupon", getId(code.promotion.coupon) ?? "");
    if (code.active && (!coupon?.valid || isUsedUp(ledger, code, code.expires_at))) code.active = false;
  }
}

/** Lists the discounts of a subscription that apply to an invoice of today. */
export function listActiveDiscounts(ledger: Ledger, subscription: Subscription): Discount[] {
  return subscription.discounts
    .map((reference) => get(ledger, "discount", getId(reference) ?? ""))
    .filter((discount) => discount.end === null || discount.end > ledger.now());
}

/** Removes the discounts that an invoice has used for the last time. */
export function endUsedDiscounts(
  ledger: Ledger,
  subscription: Subscription,
  usedIds: readonly string[],
): void {
  subscription.discounts = subscription.discounts.filter((reference) => {
    const discount = get(ledger, "discount", getId(reference) ?? "");
    const hasEnded = discount.end !== null && discount.end <= ledger.now();
    const isSpent = usedIds.includes(discount.id) && getCoupon(ledger, discount).duration === "once";
    return !hasEnded && !isSpent;
  });
}

export function getCoupon(ledger: Ledger, discount: Discount): Coupon {
  return get(ledger, "coupon", getId(discount.source.coupon) ?? "");
}

function findRequestedCode(
  ledger: Ledger,
  { promotion_code: id }: DiscountRequest,
  param: string,
): PromotionCode | null {
  if (!id) return null;
  expirePromotions(ledger);
  const code = getReferenced(ledger, "promotion_code", { id, param });
  if (!code.active) {
    const message = "This promotion code cannot be redeemed because it is expired or inactive.";
    throw createInvalidRequestError(message, { code: "resource_missing", param });
  }
  return code;
}

function requireCodeFits(ledger: Ledger, code: PromotionCode, redemption: Redemption): void {
  const { first_time_transaction: isForNewOnes, minimum_amount: least } = code.restrictions;
  const owner = getId(code.customer);
  const hasPaid = () =>
    listObjects(ledger, "invoice").some(
      (invoice) => getId(invoice.customer) === redemption.customerId && invoice.amount_paid > 0,
    );
  const fault =
    (owner !== null && owner !== redemption.customerId && "it belongs to another customer") ||
    (isForNewOnes && hasPaid() && "the associated customer has prior transactions") ||
    (least !== null && redemption.subtotal < least && "the amount is below its minimum");
  if (fault)
    throw createInvalidRequestError(`This promotion code cannot be redeemed because ${fault}.`, {
      param: "discounts",
    });
}

function requireCouponFits(ledger: Ledger, coupon: Coupon, { currency }: Redemption): void {
  expirePromotions(ledger);
  if (!coupon.valid) {
    const message = `Coupon expired: ${coupon.id}`;
    throw new SandboxError(
      400,
      withDocs({ type: "invalid_request_error", code: "coupon_expired", message, param: "discounts" }),
    );
  }
  if (coupon.currency === null || coupon.currency === currency) return;
  throw createInvalidRequestError(
    `The coupon ${coupon.id} is in ${coupon.currency}, and the subscription is in ${currency}.`,
    { param: "discounts" },
  );
}

function isUsedUp(
  ledger: Ledger,
  { max_redemptions: most, times_redeemed: used }: Coupon | PromotionCode,
  until: number | null,
): boolean {
  return (most !== null && used >= most) || (until !== null && until <= ledger.now());
}

function toDiscount(
  ledger: Ledger,
  { coupon, code, redemption }: { coupon: Coupon; code: PromotionCode | null; redemption: Redemption },
): Discount {
  const start = ledger.now();
  return {
    id: createId(ID_PREFIXES.discount),
    object: "discount",
    checkout_session: null,
    customer: redemption.customerId,
    customer_account: null,
    end: coupon.duration === "repeating" ? addMonths(start, coupon.duration_in_months ?? 1) : null,
    invoice: null,
    invoice_item: null,
    promotion_code: code?.id ?? null,
    source: { coupon: coupon.id, type: "coupon" },
    start,
    subscription: redemption.subscriptionId,
    subscription_item: null,
  };
}
