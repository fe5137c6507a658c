// A plan is required. The server decides whether a card is required, because it knows the plan.
import { expect, test } from "vitest";
import { planForm } from "./billing";

const EMPTY = { token: "", payment_intent: "", setup_intent: "", promotion_code: "", proration_date: "" };

test("a plan alone is valid, and unknown fields are dropped", () => {
  const posted = {
    plan: " pro ",
    price: 1,
    amount: 0,
    seats: 99,
    currency: "eur",
    coupon: "FREE",
    trial_days: 999,
  };
  expect(planForm.parse(posted)).toEqual({ plan: "pro", ...EMPTY });
});

test("the payment result is sent back together with the card token", () => {
  const posted = { plan: "pro", token: "tok_visa", payment_intent: "pi_1", setup_intent: "seti_1" };
  expect(planForm.parse(posted)).toEqual({ ...EMPTY, ...posted });
});

test.each([
  [{}, "billing:form.plan_required"],
  [{ plan: "" }, "billing:form.plan_required"],
  [{ plan: null }, "billing:form.plan_required"],
  [{ plan: ["pro", "free"] }, "form:not_text"],
  [{ plan: { not: "" } }, "form:not_text"],
  [{ plan: 5 }, "form:not_text"],
  [{ plan: "pro\u0000" }, "form:control_characters"],
  [{ plan: "x".repeat(37) }, "form:max_length?maxLength=36"],
  [{ plan: "pro", token: ["tok_visa"] }, "form:not_text"],
  [{ plan: "pro", token: "t".repeat(256) }, "form:max_length?maxLength=255"],
  [{ plan: "pro", payment_intent: {} }, "form:not_text"],
])("%j is rejected", (posted, message) => {
  const result = planForm.safeParse(posted);
  expect(result.error?.issues.map((issue) => issue.message)).toEqual([message]);
});
