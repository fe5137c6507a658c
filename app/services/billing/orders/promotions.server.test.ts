// Promotion codes with the real sandbox: whom each counts for is set at the provider.
import { expect, test } from "vitest";
import { makeOwner, prepareBilling } from "../../../../tests/support/billing";

const { billing, makeCustomer } = prepareBilling();

test("a code that is set to the first payment is refused with that reason after one, any other is not", async () => {
  const { stripe } = billing;
  const coupon = await stripe.coupons.create({ percent_off: 50, duration: "once" });
  const promotion = { type: "coupon", coupon: coupon.id } as const;
  await stripe.promotionCodes.create({ code: "EVERY", promotion });
  const restrictions = { first_time_transaction: true };
  await stripe.promotionCodes.create({ code: "FIRST", promotion, restrictions });
  expect(await billing.app.payments.findPromotionCode("first")).toMatchObject({ isForFirstPayment: true });
  expect(await billing.app.payments.findPromotionCode("every")).toMatchObject({ isForFirstPayment: false });

  const payer = await makeCustomer("pro");
  await expect(payer.change({ plan: "scale", promotion_code: "FIRST" })).rejects.toMatchObject({
    status: 400,
    messageKey: "billing:form.promotion_first",
    detail: { inputError: "promotion_code" },
  });
  expect((await payer.change({ plan: "scale", promotion_code: "EVERY" })).data).toMatchObject({
    plan: "scale",
  });

  const newcomer = await makeOwner(billing);
  const first = await newcomer.choose({ plan: "pro", token: "tok_mastercard", promotion_code: "FIRST" });
  expect(first.data).toMatchObject({ plan: "pro" });
});

test("a code counts at each change of the plan, unless the provider's own limit on it is reached", async () => {
  const { stripe } = billing;
  const coupon = await stripe.coupons.create({ percent_off: 50, duration: "once" });
  const promotion = { type: "coupon", coupon: coupon.id } as const;
  await stripe.promotionCodes.create({ code: "ALWAYS", promotion });
  await stripe.promotionCodes.create({ code: "ONCE", promotion, max_redemptions: 1 });
  const owner = await makeCustomer("pro");
  await owner.change({ plan: "scale", promotion_code: "ALWAYS" });
  await owner.change({ plan: "pro", promotion_code: "ALWAYS" });
  await owner.change({ plan: "scale", promotion_code: "ONCE" });
  await expect(owner.change({ plan: "pro", promotion_code: "ONCE" })).rejects.toMatchObject({
    status: 400,
    detail: { inputError: "promotion_code" },
  });
});
