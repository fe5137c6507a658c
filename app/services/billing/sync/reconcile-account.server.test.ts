// The differences that a reconciliation repairs in an account, and those it only reports.
import { describe, expect, test } from "vitest";
import { invoiceEntity } from "~/models/invoice.server";
import { subscriptionEntity } from "~/models/subscription.server";
import { closeIntent, findOpenIntent } from "~/models/billing-intent.server";
import {
  getCustomerId,
  prepareBilling,
  listProviderSubscriptions,
  type Owner,
} from "../../../../tests/support/billing";
import { claimBilling } from "../intents/intents.server";
import { readComparisons } from "~/services/master/comparisons.server";
import { compareAll, reconcile } from "./reconcile.server";
import type { Drift } from "~/domain/comparisons";
import { reconcileAccount } from "./reconcile-account.server";

const { billing, makeCustomer: makePayingOwner } = prepareBilling();

const compare = ({ accountId }: Owner) => reconcileAccount(billing.app, accountId, { withRefunds: false });
const listStatuses = async (owner: Owner) =>
  (await listProviderSubscriptions(billing, owner)).map(({ status }) => status).sort();

/** Another live subscription of the account's customer at the provider. */
async function addSubscription(owner: Owner, metadata: Record<string, string>): Promise<string> {
  const [own] = await listProviderSubscriptions(billing, owner);
  const price = own?.items.data[0]?.price.id ?? "";
  const added = await billing.stripe.subscriptions.create({
    customer: getCustomerId(own),
    items: [{ price }],
    metadata,
  });
  return added.id;
}

test("an account that agrees with the provider has no difference", async () => {
  expect(await compare(await makePayingOwner())).toEqual([]);
});

test("rows that differ are repaired, each with a line of what differed", async () => {
  const owner = await makePayingOwner();
  const { accountId } = owner;
  await billing.app.store.update(
    subscriptionEntity,
    { id: accountId },
    { status: "canceled", cardLast4: "0000" },
  );
  await billing.app.store.remove(invoiceEntity, { accountId });
  const drifts = await compare(owner);
  expect(drifts.map(({ what }) => what)).toEqual([
    "status canceled -> active",
    "cardLast4 0000 -> 4242",
    expect.stringMatching(/^invoice .* paid$/) as string,
  ]);
  expect(drifts.every(({ failure }) => failure === null)).toBe(true);
  expect(await compare(owner)).toEqual([]);
});

test("a subscription from before its plan billed usage gets the price of the calls, once", async () => {
  const owner = await makePayingOwner("scale");
  const [subscription] = await listProviderSubscriptions(billing, owner);
  const item = subscription?.items.data.find(({ price }) => price.recurring?.usage_type === "metered");
  const items = [{ id: item?.id ?? "", deleted: true }];
  await billing.stripe.subscriptions.update(subscription?.id ?? "", { items });
  const listUsageTypes = async () =>
    (await listProviderSubscriptions(billing, owner))[0]?.items.data.map(
      ({ price }) => price.recurring?.usage_type,
    );
  expect(await listUsageTypes()).toEqual(["licensed"]);
  const what = "the calls beyond the included ones were not billed";
  expect(await compare(owner)).toEqual([
    { accountId: owner.accountId, area: "subscriptions", what, failure: null },
  ]);
  expect(await compare(owner)).toEqual([]);
  expect(await listUsageTypes()).toEqual(["licensed", "metered"]);
  expect(await listProviderSubscriptions(billing, owner)).toHaveLength(1);
});

describe("a second live subscription", () => {
  test("a second subscription that the product created and lost is cancelled", async () => {
    const owner = await makePayingOwner();
    await addSubscription(owner, { account_id: owner.accountId, intent_id: "an-intent" });
    for (const { failure } of await compare(owner)) expect(failure).toBeNull();
    expect(await listStatuses(owner)).toEqual(["active", "canceled"]);
  });

  test("a second subscription that was created elsewhere is reported and stays", async () => {
    const owner = await makePayingOwner();
    const id = await addSubscription(owner, {});
    const drifts = await compare(owner);
    expect(drifts.at(-1)).toMatchObject({
      what: `another live subscription at the provider, ${id}`,
      failure: "the product has not created it",
    });
    expect(await listStatuses(owner)).toEqual(["active", "active"]);
  });

  test("a second live subscription stays while the account's plan is being changed", async () => {
    const owner = await makePayingOwner();
    const { accountId } = owner;
    await addSubscription(owner, { account_id: accountId, intent_id: "an-intent" });
    const intent = await claimBilling(billing.app.store, {
      accountId,
      kind: "change",
      planId: "team",
      tokenHash: null,
    });
    expect((await compare(owner)).at(-1)).toMatchObject({ failure: "the account's plan is being changed" });
    expect(await listStatuses(owner)).toEqual(["active", "active"]);
    await closeIntent(billing.app.store, intent, { status: "failed", providerId: null });
    expect(await findOpenIntent(billing.app.store, { accountId })).toBeNull();
  });
});

test("a customer that the provider does not have is reported", async () => {
  const owner = await makePayingOwner();
  await billing.app.store.update(subscriptionEntity, { id: owner.accountId }, { customerId: "cus_gone" });
  expect(await compare(owner)).toMatchObject([
    { accountId: owner.accountId, what: "the provider does not have the customer" },
  ]);
});

test("a card, a refund and the rest of an invoice that differ are told apart", async () => {
  const owner = await makePayingOwner();
  const { accountId } = owner;
  const [invoice] = await billing.app.store.find(invoiceEntity, { accountId });
  const id = invoice?.id ?? "";
  await billing.app.store.update(
    subscriptionEntity,
    { id: accountId },
    { cardBrand: "amex", status: "trialing" },
  );
  await billing.app.store.update(invoiceEntity, { id }, { amountRefundedMinor: 5 });
  const listAreas = async () =>
    (await reconcileAccount(billing.app, accountId)).map(({ area, what }) => [area, what]);
  expect(await listAreas()).toEqual([
    ["subscriptions", "status trialing -> active"],
    ["cards", "cardBrand amex -> visa"],
    ["refunds", `invoice ${invoice?.number ?? id} refunded 5 -> 0`],
  ]);
  await billing.app.store.update(invoiceEntity, { id }, { status: "open" });
  expect(await listAreas()).toEqual([["subscriptions", `invoice ${invoice?.number ?? id} paid`]]);
});

test("a comparison of all accounts is kept, and says which areas it was about", async () => {
  const { accountId } = await makePayingOwner();
  await billing.app.store.update(subscriptionEntity, { id: accountId }, { cardLast4: "0000" });
  await compareAll(billing.app, { withRefunds: false, withApiCalls: false, onDrift: () => undefined });
  const kept = new Map((await readComparisons(billing.app.store, "en")).map((each) => [each.area, each]));
  expect(kept.get("cards")?.differences).toContainEqual(
    expect.objectContaining({ what: "cardLast4 0000 -> 4242", failure: null }),
  );
  expect(kept.get("subscriptions")?.compared_at).toBe(kept.get("cards")?.compared_at);
  expect([kept.get("refunds")?.compared_at, kept.get("api_calls")?.compared_at]).toEqual([null, null]);
});

test("a provider that does not answer is reported for each account, and the rest goes on", async () => {
  const [first, second] = [await makePayingOwner(), await makePayingOwner()];
  const drifts: Drift[] = [];
  const away = billing.withPayments({ apiBase: "http://127.0.0.1:1" });
  await reconcile(away, { onDrift: (drift) => drifts.push(drift) });
  for (const { accountId } of [first, second])
    expect(drifts.find((drift) => drift.accountId === accountId)).toMatchObject({
      failure: expect.stringContaining("connection") as string,
    });
}, 120_000);
