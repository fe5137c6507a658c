/**
 * The product is killed after the provider has carried out a refund, and before its answer arrives. A master who repeats it
 * more than a day later, when the provider has forgotten its idempotency key, moves no more money.
 */
import { auditEntity } from "~/models/audit.server";
import { subscriptionEntity } from "~/models/subscription.server";
import { invoiceEntity } from "~/models/invoice.server";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFaultStage, type FaultStage } from "../support/fault-stage";

const DAY_AND_HOUR_SECONDS = 25 * 3600;

let stage: FaultStage;
beforeAll(async () => {
  stage = await openFaultStage();
});
afterAll(() => stage.close());

test("a refund that a crash has interrupted is paid back once, however late it is repeated", async () => {
  const [{ accountId, call }, master] = [await stage.makeOwner(), await stage.makeOwner("master")];
  await call("POST", "/api/account/plan", { plan: "pro", token: "tok_visa" });
  const { invoice, customer } = await stage.withStore(async (store) => ({
    invoice: (await store.find(invoiceEntity, { accountId }))[0]?.id ?? "",
    customer: (await store.findOne(subscriptionEntity, { id: accountId }))?.customerId ?? "",
  }));
  const order = { account: accountId, invoice, amount: 3, reason: "late", confirm: "on", request: uuid() };
  const refund = () => master.call("POST", "/api/master/refund", order);
  const countEntries = () =>
    stage.withStore((store) => store.count(auditEntity, { accountId, action: "refunded" }));
  const listRefunds = async () => {
    const [payment] = (await stage.stripe.paymentIntents.list({ customer })).data;
    const { data } = await stage.stripe.refunds.list({ payment_intent: payment?.id ?? "" });
    return data.map(({ amount }) => amount);
  };

  stage.gate.watch({
    between: async ({ method, path }) => {
      if (`${method} ${path}` !== "POST /v1/refunds") return "pass";
      await stage.kill();
      return "break";
    },
  });
  await expect(refund()).rejects.toThrow("fetch failed");
  stage.gate.watch({});
  expect([await listRefunds(), await countEntries()]).toEqual([[300], 1]);

  await stage.restart();
  const moved = await fetch(`${stage.gate.url}/control/advance`, {
    method: "POST",
    headers: { Authorization: "Bearer sk_test_faults", "Content-Type": "application/json" },
    body: JSON.stringify({ to: Math.floor(Date.now() / 1000) + DAY_AND_HOUR_SECONDS }),
  });
  expect(moved.status).toBe(200);
  expect((await refund()).status).toBe(200);
  expect([await listRefunds(), await countEntries()]).toEqual([[300], 1]);
  const row = await stage.withStore((store) => store.findOne(invoiceEntity, { id: invoice }));
  expect(row?.amountRefundedMinor).toBe(300);
});
