// Cards whose holder must authenticate. The browser's payment result is never trusted.
import { describe, expect, test } from "vitest";
import type { Store } from "~/models/store/store";
import {
  authenticate,
  listMailsFor,
  makeOwner,
  prepareBilling,
  type Owner,
} from "../../../../tests/support/billing";
import { loadContract } from "../../../../tests/support/stripe-schemas";

const {
  billing,
  findRow: findSubscriptionRow,
  listIntents,
  listProviderStatuses,
} = prepareBilling(async () => ({ contract: await loadContract() }));

/** Chooses a plan with a card that needs authentication, and returns the secret that confirms it. */
async function choosePlanWithAuthentication(owner: Owner, input: Record<string, unknown>): Promise<string> {
  const { payment } = await owner.choose(input);
  if (!payment) throw new Error("the response has no payment action");
  return payment.client_secret;
}

describe("a card that needs authentication", () => {
  test.each([
    ["pro", "tok_threeDSecure2Required", "active"],
    ["pro", "tok_4000002500003155", "active"],
    ["team", "tok_4000002500003155", "trialing"],
  ])(
    "%s with %s starts when the request is repeated after the browser has confirmed the payment",
    async (plan, token, status) => {
      const owner = await makeOwner(billing);
      const secret = await choosePlanWithAuthentication(owner, { plan, token });
      expect(secret).toMatch(plan === "team" ? /^seti_/ : /^pi_/);
      expect(await findSubscriptionRow(owner)).toMatchObject({ planId: null });

      await authenticate(billing, secret);
      const { data } = await owner.choose({ plan, token, payment_intent: "whatever the browser says" });
      expect(data).toEqual({ plan, subscription: status });
      expect(await findSubscriptionRow(owner)).toMatchObject({ planId: plan, status });
      expect(await listProviderStatuses(owner)).toEqual([status]);
      expect(await listMailsFor(billing.app.store, owner)).toEqual(["subscription_started"]);
    },
  );

  test("a repeated request succeeds when another one finishes between its two queries", async () => {
    const owner = await makeOwner(billing);
    const request = { plan: "pro", token: "tok_threeDSecure2Required" };
    await authenticate(billing, await choosePlanWithAuthentication(owner, request));
    const repeat = { ...request, payment_intent: "pi_1" };
    const { app } = billing;
    let isFirst = true;
    const findOne: Store["findOne"] = async (...query) => {
      const found = await app.store.findOne(...query);
      if (isFirst && ["subscriptions", "billing_intents"].includes(query[0].table)) {
        isFirst = false;
        await owner.choose(repeat);
      }
      return found;
    };
    const { data } = await owner.choose(repeat, { ...app, store: { ...app.store, findOne } });
    expect(isFirst).toBe(false);
    expect(data).toEqual({ plan: "pro", subscription: "active" });
    expect(await listMailsFor(app.store, owner)).toEqual(["subscription_started"]);
  });

  test("a forged payment result does not start a plan that is not paid", async () => {
    const payer = await makeOwner(billing);
    await payer.choose({ plan: "pro", token: "tok_visa" });
    const [paid] = (await billing.stripe.paymentIntents.list()).data;
    const owner = await makeOwner(billing);
    const secret = await choosePlanWithAuthentication(owner, {
      plan: "pro",
      token: "tok_threeDSecure2Required",
    });
    for (const forged of [paid?.id, secret.split("_secret_")[0], "pi_1", "succeeded", "true"]) {
      const reply = await owner.choose({
        plan: "pro",
        token: "tok_threeDSecure2Required",
        payment_intent: forged,
      });
      expect(reply).toEqual({
        data: null,
        payment: { requires_payment_action: true, client_secret: secret },
      });
    }
    await expect(
      owner.choose({ plan: "scale", token: "tok_4000000000000002", setup_intent: paid?.id }),
    ).rejects.toMatchObject({ status: 400 });
    expect(await findSubscriptionRow(owner)).toMatchObject({ planId: null });
  });

  test("a payment result without a payment is rejected", async () => {
    const owner = await makeOwner(billing);
    await expect(
      owner.choose({ plan: "pro", token: "tok_visa", payment_intent: "pi_forged" }),
    ).rejects.toMatchObject({ status: 400, messageKey: "billing:refused.authentication" });
    expect(await listIntents(owner)).toEqual([]);
  });

  test("when the authentication fails, the card field has the error and another card works", async () => {
    const owner = await makeOwner(billing);
    const secret = await choosePlanWithAuthentication(owner, {
      plan: "pro",
      token: "tok_threeDSecure2Required",
    });
    await authenticate(billing, secret, "fail");
    await expect(
      owner.choose({ plan: "pro", token: "tok_threeDSecure2Required", payment_intent: "pi_1" }),
    ).rejects.toMatchObject({
      status: 400,
      messageKey: "billing:refused.authentication",
      detail: { inputError: "token" },
    });
    expect(await listProviderStatuses(owner)).toEqual(["incomplete_expired"]);
    await owner.choose({ plan: "pro", token: "tok_visa" });
    expect((await listProviderStatuses(owner)).sort()).toEqual(["active", "incomplete_expired"]);
  });

  test("after the tab was closed, the same card continues the same payment", async () => {
    const owner = await makeOwner(billing);
    const secret = await choosePlanWithAuthentication(owner, {
      plan: "pro",
      token: "tok_threeDSecure2Required",
    });
    expect(
      await choosePlanWithAuthentication(owner, { plan: "pro", token: "tok_threeDSecure2Required" }),
    ).toBe(secret);
    expect(await choosePlanWithAuthentication(owner, { plan: "pro" })).toBe(secret);
    expect(await listProviderStatuses(owner)).toEqual(["incomplete"]);
  });

  test("after the tab was closed, another card, another plan or the free plan cancels the first payment", async () => {
    const [byCard, byPlan, byFree] = [
      await makeOwner(billing),
      await makeOwner(billing),
      await makeOwner(billing),
    ];
    for (const owner of [byCard, byPlan, byFree])
      await choosePlanWithAuthentication(owner, { plan: "pro", token: "tok_threeDSecure2Required" });
    await byCard.choose({ plan: "pro", token: "tok_visa" });
    await byPlan.choose({ plan: "scale", token: "tok_visa" });
    await byFree.choose({ plan: "free" });
    expect(await listProviderStatuses(byCard)).toEqual(["active", "incomplete_expired"]);
    expect(await listProviderStatuses(byPlan)).toEqual(["active", "incomplete_expired"]);
    expect(await listProviderStatuses(byFree)).toEqual(["incomplete_expired"]);
    expect(await findSubscriptionRow(byFree)).toMatchObject({
      planId: "free",
      status: "active",
      providerId: null,
    });
  });

  test("after authenticating in a tab that was closed, the next request finds the plan", async () => {
    const owner = await makeOwner(billing);
    const secret = await choosePlanWithAuthentication(owner, {
      plan: "pro",
      token: "tok_threeDSecure2Required",
    });
    await authenticate(billing, secret);
    const { data } = await owner.choose({ plan: "pro", token: "tok_visa" });
    expect(data).toEqual({ plan: "pro", subscription: "active" });
    expect(await listProviderStatuses(owner)).toEqual(["active"]);
  });

  test("after authenticating for one plan, choosing another is a conflict and the paid one stays", async () => {
    const owner = await makeOwner(billing);
    const secret = await choosePlanWithAuthentication(owner, {
      plan: "pro",
      token: "tok_threeDSecure2Required",
    });
    await authenticate(billing, secret);
    await expect(owner.choose({ plan: "free" })).rejects.toMatchObject({ status: 409 });
    expect(await findSubscriptionRow(owner)).toMatchObject({ planId: "pro", status: "active" });
  });
});
