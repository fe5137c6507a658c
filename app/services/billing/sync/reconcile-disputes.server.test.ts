// Disputes and warnings whose events never arrived: the comparison with the provider finds and applies them.
import { beforeEach, expect, test } from "vitest";
import type { Drift } from "~/domain/comparisons";
import { AppError } from "~/domain/errors";
import { days } from "~/domain/limits";
import type { Payments } from "~/gateways/payments/payments";
import { billingIntentEntity } from "~/models/billing-intent.server";
import { findComparison } from "~/models/comparison.server";
import { disputeEntity } from "~/models/dispute.server";
import type { App } from "~/services/platform/app.server";
import { listMailValues, prepareBilling, type Owner } from "../../../../tests/support/billing";
import { actAsBank, getDispute, listDisputeMails } from "../../../../tests/support/disputes";
import { claimBilling } from "../intents/intents.server";
import { compareAll } from "./reconcile.server";

const { billing, findRow, makeCustomer } = prepareBilling();

let owner: Owner;
/** The product where a lost dispute ends the plan. */
let ending: App;
beforeEach(async () => {
  ending = { ...billing.app, config: { ...billing.app.config, lostDisputeAct: "end" } };
  owner = await makeCustomer("pro", "tok_createDispute");
});

/** Compares as the daily job does. Returns what differed of the owner's account. */
async function compare(app: App = billing.app): Promise<Omit<Drift, "accountId">[]> {
  const drifts: Drift[] = [];
  await compareAll(app, { onDrift: (drift) => drifts.push(drift), withRefunds: false, withApiCalls: false });
  return drifts.flatMap(({ accountId, ...drift }) => (accountId === owner.accountId ? [drift] : []));
}

const withPayments = (app: App, changes: Partial<Payments>): App => ({
  ...app,
  payments: { ...app.payments, ...changes },
});

const listRows = () => billing.app.store.find(disputeEntity, { accountId: owner.accountId });

/** The outcomes that the operators got a mail about. */
const listOutcomes = async () =>
  (await listDisputeMails(billing, owner)).map(({ outcome }) => outcome).sort();

test("a dispute of which no event arrived is stored with its invoice, and the operators are notified once", async () => {
  const { id } = await getDispute(billing, owner);
  const what = `dispute ${id} needs_response`;
  expect(await compare()).toEqual([{ area: "disputes", what, failure: null }]);
  const { providerId: subscriptionId } = (await findRow(owner)) ?? {};
  expect(await listRows()).toMatchObject([{ id, kind: "dispute", status: "needs_response", subscriptionId }]);
  expect(await compare()).toEqual([]);
  expect(await listOutcomes()).toEqual(["open"]);
});

test("an outcome whose events were lost is applied, and with DISPUTE_LOST=end it ends the plan", async () => {
  const { id } = await getDispute(billing, owner);
  await compare(ending);
  await billing.stripe.disputes.close(id);
  const what = `dispute ${id} needs_response -> lost`;
  expect(await compare(ending)).toEqual([{ area: "disputes", what, failure: null }]);
  expect(await findRow(owner)).toMatchObject({ status: "canceled" });
  expect(await listMailValues(billing, owner, "subscription_ended")).toMatchObject([{ cause: "dispute" }]);
  expect(await compare(ending)).toEqual([]);
  expect(await listOutcomes()).toEqual(["lost", "open"]);
});

test("a warning of fraud, and the dispute that settles it, are found without their events", async () => {
  owner = await makeCustomer("pro", "tok_4000000000005423");
  await compare();
  expect(await listRows()).toMatchObject([{ kind: "fraud_warning", status: "actionable" }]);
  await actAsBank(billing, owner, "open");
  expect((await compare()).map(({ what }) => what.replace(/\w+_\w{8,}/, "id")).sort()).toEqual([
    "dispute id needs_response",
    "fraud warning id actionable -> settled",
  ]);
  expect((await listRows()).map(({ kind }) => kind).sort()).toEqual(["dispute", "fraud_warning"]);
});

test("while the plan is being changed it is not ended, and the next comparison ends it", async () => {
  const { accountId } = owner;
  await billing.stripe.disputes.close((await getDispute(billing, owner)).id);
  await claimBilling(billing.app.store, { accountId, kind: "hold", planId: "", tokenHash: null });
  expect(await compare(ending)).toMatchObject([{ failure: "the account's plan is being changed" }]);
  expect(await findRow(owner)).toMatchObject({ status: "active" });
  await billing.app.store.remove(billingIntentEntity, { accountId, kind: "hold" });
  expect(await compare(ending)).toMatchObject([{ failure: null }]);
  expect(await findRow(owner)).toMatchObject({ status: "canceled" });
  expect(await listOutcomes()).toEqual(["lost"]);
});

test("a dispute that was decided long ago is copied, without a mail and without an end of the plan", async () => {
  await billing.stripe.disputes.close((await getDispute(billing, owner)).id);
  const late = withPayments(ending, {
    async listDisputes(query) {
      const openedAt = new Date(Date.now() - days(90));
      return (await ending.payments.listDisputes(query)).map((dispute) => ({ ...dispute, openedAt }));
    },
  });
  expect(await compare(late)).toMatchObject([{ area: "disputes", failure: null }]);
  expect(await listRows()).toMatchObject([{ status: "lost", planEndedAt: null }]);
  expect(await findRow(owner)).toMatchObject({ status: "active" });
  expect(await listOutcomes()).toEqual([]);
});

test("when the provider lists no disputes, the rest is compared, and their last comparison keeps its time", async () => {
  await compare();
  const before = await findComparison(billing.app.store, { id: "disputes" });
  const away = new AppError("unavailable", "billing:errors.provider_away");
  const drifts: Drift[] = [];
  await compareAll(withPayments(billing.app, { listDisputes: () => Promise.reject(away) }), {
    onDrift: (drift) => drifts.push(drift),
    withRefunds: false,
    withApiCalls: false,
  });
  expect(drifts).toMatchObject([
    { accountId: "-", area: "disputes", what: "the disputes could not be listed" },
  ]);
  expect(drifts[0]?.failure).not.toBeNull();
  expect(await findComparison(billing.app.store, { id: "disputes" })).toEqual(before);
  const cards = await findComparison(billing.app.store, { id: "cards" });
  expect(cards?.comparedAt.getTime()).toBeGreaterThan(before?.comparedAt.getTime() ?? Infinity);
});
