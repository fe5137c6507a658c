// A process that crashed leaves payments open. Every other one, and the next, settles them when their lease has ended,
// without taking those of a process that still runs.
import { expect, test } from "vitest";
import { comparisonEntity, findComparison } from "~/models/comparison.server";
import { hours } from "~/domain/limits";
import { subscriptionEntity } from "~/models/subscription.server";
import { AppError } from "~/domain/errors";
import { billingIntentEntity, extendLease } from "~/models/billing-intent.server";
import {
  listProviderSubscriptions,
  makeOwner,
  prepareBilling,
  type Owner,
} from "../../../../tests/support/billing";
import { waitFor } from "../../../../tests/support/product";
import { startJob } from "../../../../tests/support/jobs";
import { endLease } from "../../../../tests/support/leases";
import { changeCard } from "../orders/change-card.server";
import { createPaymentJob, createReconcileJob } from "./reconcile-jobs.server";

const { billing } = prepareBilling();

const PRO = { plan: "pro", token: "tok_visa" };
const away = new AppError("unavailable", "billing:errors.provider_away");
const listOpen = ({ accountId }: Owner) =>
  billing.app.store.find(billingIntentEntity, { openClaim: accountId });

/** The request is lost on its way to the provider. */
async function loseSubscription(owner: Owner): Promise<void> {
  const payments = { ...billing.app.payments, startSubscription: () => Promise.reject(away) };
  await expect(owner.choose(PRO, { ...billing.app, payments })).rejects.toBe(away);
  expect(await listOpen(owner)).toHaveLength(1);
}

test("the job closes what the provider never got, and the owner can start again", async () => {
  const owner = await makeOwner(billing);
  await loseSubscription(owner);
  await expect(owner.choose(PRO)).rejects.toMatchObject({ status: 409 });
  const started = startJob(createPaymentJob(billing.app), { every: 20 });
  await endLease(billing.app.store, owner);
  await waitFor(async () => (await listOpen(owner)).length === 0, "the open payment to be closed");
  await started.stop();
  await owner.choose(PRO);
  expect(await listProviderSubscriptions(billing, owner)).toMatchObject([{ status: "active" }]);
});

test("a change of card whose second half was lost is finished", async () => {
  const owner = await makeOwner(billing);
  await owner.choose(PRO);
  const payments = { ...billing.app.payments, replaceCard: () => Promise.reject(away) };
  const change = { accountId: owner.accountId, token: "tok_mastercard", isRepeat: false };
  const sent = changeCard({ ...billing.app, payments }, { ...change, onSaved: () => Promise.resolve() });
  await expect(sent).rejects.toBe(away);
  const started = startJob(createPaymentJob(billing.app), { every: 20 });
  await endLease(billing.app.store, owner);
  await waitFor(async () => (await listOpen(owner)).length === 0, "the change of card to be finished");
  await started.stop();
  expect(await billing.app.store.findOne(subscriptionEntity, { id: owner.accountId })).toMatchObject({
    cardBrand: "mastercard",
  });
});

test("a payment whose lease has not ended stays open", async () => {
  const owner = await makeOwner(billing);
  await loseSubscription(owner);
  const started = startJob(createPaymentJob(billing.app), { every: 20 });
  await new Promise((resolve) => setTimeout(resolve, 200));
  await started.stop();
  expect(await listOpen(owner)).toHaveLength(1);
});

test("the daily job compares refunds when their last comparison is a day old, and not at each start", async () => {
  const findRefunds = () => findComparison(billing.app.store, { id: "refunds" });
  const run = () => createReconcileJob(billing.app).run(new AbortController().signal);
  await run();
  const first = await findRefunds();
  expect(first).not.toBeNull();
  await run();
  expect(await findRefunds()).toEqual(first);
  const dayAgo = new Date(Date.now() - hours(24));
  await billing.app.store.update(comparisonEntity, { id: "refunds" }, { comparedAt: dayAgo });
  await run();
  expect((await findRefunds())?.comparedAt.getTime()).toBeGreaterThan(dayAgo.getTime());
});

test("refunds are compared when a clock that was ahead has stored a time to come", async () => {
  const run = () => createReconcileJob(billing.app).run(new AbortController().signal);
  await run();
  const tomorrow = new Date(Date.now() + hours(24));
  await billing.app.store.update(comparisonEntity, { id: "refunds" }, { comparedAt: tomorrow });
  await run();
  const comparedAt = (await findComparison(billing.app.store, { id: "refunds" }))?.comparedAt;
  expect(Number(comparedAt)).toBeLessThanOrEqual(Date.now());
});

test("two processes close a lost payment once", async () => {
  const owner = await makeOwner(billing);
  await loseSubscription(owner);
  await endLease(billing.app.store, owner);
  const found = await listOpen(owner);
  const taken = await Promise.all(
    found.flatMap((intent) => [1, 2].map(() => extendLease(billing.app.store, intent))),
  );
  expect(taken.filter((intent) => intent !== null)).toHaveLength(1);
});

test("after it is stopped, nothing is taken over", async () => {
  const owner = await makeOwner(billing);
  await loseSubscription(owner);
  await startJob(createPaymentJob(billing.app), { every: 20 }).stop();
  await endLease(billing.app.store, owner);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await listOpen(owner)).toHaveLength(1);
});
