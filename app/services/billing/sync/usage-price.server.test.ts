// The price of API calls follows a paid change between a metered plan and another one.
import { expect, test } from "vitest";
import { AppError } from "~/domain/errors";
import type { Payments } from "~/gateways/payments/payments";
import type { App } from "~/services/platform/app.server";
import {
  authenticate,
  listProviderSubscriptions,
  prepareBilling,
  type Owner,
} from "../../../../tests/support/billing";
import { endLease } from "../../../../tests/support/leases";
import { loadContract } from "../../../../tests/support/stripe-schemas";
import { recoverIntents } from "./reconcile.server";
import { syncFromProvider } from "./sync.server";
import { hasUsagePriceOf } from "./usage-price.server";

const { billing, findRow, listIntents, makeCustomer } = prepareBilling(async () => ({
  contract: await loadContract(),
}));

const PLANS = [
  ["pro", "scale"],
  ["scale", "pro"],
] as const;

async function readUsageTypes(owner: Owner) {
  const [subscription] = await listProviderSubscriptions(billing, owner);
  return subscription?.items.data.map(({ price }) => price.recurring?.usage_type);
}

const toUsageTypes = (plan: string) => (plan === "scale" ? ["licensed", "metered"] : ["licensed"]);

/** The totals of the owner's invoices, newest first. */
async function listTotals(owner: Owner) {
  const customer = (await findRow(owner))?.customerId ?? "";
  return (await billing.stripe.invoices.list({ customer })).data.map(({ total }) => total);
}

/** The provider answers everything but the price of API calls. */
function withoutUsagePrice(): App {
  const replaceUsagePrice: Payments["replaceUsagePrice"] = () =>
    Promise.reject(new AppError("unavailable", "billing:errors.provider_away"));
  return { ...billing.app, payments: { ...billing.app.payments, replaceUsagePrice } };
}

test.each(PLANS)(
  "a change from %s to %s waits without the price of calls, and has it once it is paid",
  async (from, to) => {
    const owner = await makeCustomer(from);
    const { payment } = await owner.change({ plan: to, token: "tok_threeDSecure2Required" });
    // Scale is dearer than Pro: the way back is credited, and waits for nobody.
    if (to === "scale") {
      expect(await readUsageTypes(owner)).toEqual(toUsageTypes(from));
      await authenticate(billing, payment?.client_secret ?? "");
      await owner.change({ plan: to, payment_intent: "pi" });
    }
    expect(await findRow(owner)).toMatchObject({ planId: to, status: "active" });
    expect(await readUsageTypes(owner)).toEqual(toUsageTypes(to));
  },
);

test("a change that is paid after its tab was closed has the price of calls with the next event", async () => {
  const owner = await makeCustomer("pro");
  const { payment } = await owner.change({ plan: "scale", token: "tok_threeDSecure2Required" });
  await authenticate(billing, payment?.client_secret ?? "");
  await syncFromProvider(billing.app, owner.accountId);
  expect(await readUsageTypes(owner)).toEqual(toUsageTypes("scale"));
  expect((await listIntents(owner)).at(-1)).toMatchObject({ kind: "change", status: "done" });
});

test.each(PLANS)(
  "from %s to %s: a change whose second call gets no answer is finished by the same request, and charged once",
  async (from, to) => {
    const owner = await makeCustomer(from);
    await expect(owner.change({ plan: to }, withoutUsagePrice())).rejects.toMatchObject({ status: 503 });
    const totals = await listTotals(owner);
    expect(totals).toHaveLength(2);
    expect((await listIntents(owner)).at(-1)).toMatchObject({ kind: "change", status: "unanswered" });
    await owner.change({ plan: to });
    expect(await readUsageTypes(owner)).toEqual(toUsageTypes(to));
    expect(await findRow(owner)).toMatchObject({ planId: to, status: "active" });
    expect((await listIntents(owner)).map(({ status }) => status)).toEqual(["done", "done"]);
    expect(await listTotals(owner)).toEqual(totals);
  },
);

test("from Pro to Scale: a process that ends between the two calls leaves a change that another one finishes", async () => {
  const owner = await makeCustomer("pro");
  await owner.change({ plan: "scale" }, withoutUsagePrice()).catch(() => undefined);
  const intent = (await listIntents(owner)).at(-1);
  if (!intent) throw new Error("there is no intent");
  await endLease(billing.app.store, intent);
  await recoverIntents(billing.app, () => false);
  expect(await readUsageTypes(owner)).toEqual(toUsageTypes("scale"));
  expect((await listIntents(owner)).at(-1)).toMatchObject({ status: "done" });
});

test.each([
  ["a plan without billed calls has no price", { id: "pro", billed: false, of: null }, true],
  ["and another plan's is wrong", { id: "pro", billed: false, of: "scale" }, false],
  ["a metered plan has its own", { id: "scale", billed: true, of: "scale" }, true],
  ["none is wrong", { id: "scale", billed: true, of: null }, false],
  ["and another plan's as well", { id: "scale", billed: true, of: "larger" }, false],
])("%s", (_what, { id, billed, of: usagePlanId }, expected) => {
  const plan = { id, overagePriceMinor: billed ? 20 : null };
  const usagePriceId = usagePlanId && "price_1";
  expect(hasUsagePriceOf({ usagePriceId, usagePlanId }, plan)).toBe(expected);
});
