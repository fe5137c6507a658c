// A master's acts on an account, over the payment sandbox: a longer trial, a plan without a charge, and closing it.
import { beforeAll, describe, expect, test } from "vitest";
import { mailEntity } from "~/models/mail.server";
import { userEntity } from "~/models/user.server";
import { accountEntity } from "~/models/account.server";
import { billingIntentEntity } from "~/models/billing-intent.server";
import { auditEntity } from "~/models/audit.server";
import { AppError } from "~/domain/errors";
import { days } from "~/domain/limits";
import type { Payments } from "~/gateways/payments/payments";
import {
  listMailValues,
  listProviderSubscriptions,
  makeOwner,
  prepareBilling,
  type Owner,
} from "../../../tests/support/billing";
import { followLife } from "../../../tests/support/lifecycle";
import { addMember } from "../../../tests/support/members";
import { makeTestUser, type TestUser } from "../../../tests/support/users";
import { createContext } from "../../../tests/support/services";
import { recoverIntents } from "../billing/sync/reconcile.server";
import { syncFromProvider } from "../billing/sync/sync.server";
import type { App } from "../platform/app.server";
import { runOperation } from "../platform/operation.server";
import { closeCustomer, compPlan, extendCustomerTrial } from "./account-acts.server";

const { billing, findRow, listIntents, listProviderStatuses, makeCustomer } = prepareBilling();

let master: TestUser;
beforeAll(async () => {
  const state = { permission: "master", isVerified: true, subscription: null } as const;
  master = await makeTestUser(billing.app.store, state);
});

const toDay = (time: number) => new Date(time).toISOString().slice(0, 10);
const given = { reason: "They asked for it", confirm: "on" };

async function extend({ accountId: id }: Owner, until: string, app = billing.app) {
  return runOperation(extendCustomerTrial, { id, until, ...given }, await createContext(app, master));
}

async function comp({ accountId: id }: Owner, input: object = {}, app = billing.app) {
  const fields = { id, plan: "pro", days: 30, ...given, ...input };
  return runOperation(compPlan, fields, await createContext(app, master));
}

const listActions = async ({ accountId }: Owner) =>
  (await billing.app.store.find(auditEntity, { accountId })).map(({ action, actorId, target }) => ({
    action,
    actorId,
    target,
  }));

/** The provider carries the call out, and its answer is lost. */
function losing(name: "extendTrial" | "startGivenPlan"): App {
  const lost = new AppError("unavailable", "billing:errors.provider_away");
  const call = billing.app.payments[name] as (given: unknown) => Promise<unknown>;
  const changed = {
    [name]: async (input: unknown) => {
      await call(input);
      throw lost;
    },
  } as Partial<Payments>;
  return { ...billing.app, payments: { ...billing.app.payments, ...changed } };
}

/** The lease of the account's open intent has ended, and the recovery finds it. */
async function recover(owner: Owner): Promise<void> {
  await billing.app.store.update(
    billingIntentEntity,
    { accountId: owner.accountId, openClaim: owner.accountId },
    { leasedUntil: new Date(Date.now() - 1000) },
  );
  await recoverIntents(billing.app, () => false);
}

describe("extending a trial", () => {
  // A card has one trial.
  const cards = ["tok_visa", "tok_mastercard", "tok_visa_debit", "tok_mastercard_debit"];
  const makeTrial = () => makeCustomer("team", cards.shift());

  test("extending a trial moves its end at the provider, and stands in the account's activity with the reason", async () => {
    const owner = await makeTrial();
    const until = toDay(Date.now() + days(40));
    const { data } = await extend(owner, until);
    expect(data.ends_at.slice(0, 10)).toBe(until);
    const row = await findRow(owner);
    expect(row).toMatchObject({ status: "trialing", planId: "team", cancelAtPeriodEnd: false });
    expect(row?.currentPeriodEnd?.toISOString().slice(0, 10)).toBe(until);
    const [subscription] = await listProviderSubscriptions(billing, owner);
    expect(toDay((subscription?.trial_end ?? 0) * 1000)).toBe(until);
    expect(await listActions(owner)).toContainEqual({
      ...{ action: "trial_extended", actorId: master.userId },
      target: `${until}: They asked for it`,
    });
  });

  test("the same day again changes nothing, and is recorded once", async () => {
    const owner = await makeTrial();
    const until = toDay(Date.now() + days(20));
    const first = await extend(owner, until);
    expect((await extend(owner, until)).data).toEqual(first.data);
    const extensions = (await listActions(owner)).filter(({ action }) => action === "trial_extended");
    expect(extensions).toHaveLength(1);
    expect(await listMailValues(billing, owner, "plan_updated")).toEqual([
      expect.objectContaining({ change: "extended" }),
    ]);
  });

  test("an earlier day, one beyond a year, and an account that is not on a trial are rejected and leave no entry", async () => {
    const [owner, paying] = [await makeTrial(), await makeCustomer("pro")];
    const invalid = { status: 400, detail: { inputError: "until" } };
    await expect(extend(owner, toDay(Date.now() + days(1)))).rejects.toMatchObject(invalid);
    await expect(extend(owner, toDay(Date.now() + days(367)))).rejects.toMatchObject(invalid);
    await expect(extend(owner, "2026-02-30")).rejects.toMatchObject(invalid);
    await expect(extend(paying, toDay(Date.now() + days(40)))).rejects.toMatchObject({
      status: 409,
      messageKey: "master:acts.not_trialing",
    });
    expect((await listActions(paying)).map(({ action }) => action)).not.toContain("trial_extended");
  });

  test("an answer that was lost is found again, and the trial ends on the new day", async () => {
    const owner = await makeTrial();
    const until = toDay(Date.now() + days(50));
    await expect(extend(owner, until, losing("extendTrial"))).rejects.toMatchObject({ code: "unavailable" });
    await recover(owner);
    expect((await findRow(owner))?.currentPeriodEnd?.toISOString().slice(0, 10)).toBe(until);
    expect((await listIntents(owner)).map(({ kind, status }) => [kind, status])).toContainEqual([
      "extend",
      "done",
    ]);
    expect((await listActions(owner)).map(({ action }) => action)).toContain("trial_extended");
  });
});

describe("giving a plan", () => {
  test("a given plan starts without a card and without a charge, and the free plan follows when it ends", async () => {
    const owner = await makeOwner(billing);
    await owner.choose({ plan: "free" });
    await comp(owner, { days: 10 });
    expect(await findRow(owner)).toMatchObject({
      ...{ planId: "pro", status: "trialing", cancelAtPeriodEnd: true, nextPlanId: "free" },
    });
    const [subscription] = await listProviderSubscriptions(billing, owner);
    expect(subscription).toMatchObject({ status: "trialing", cancel_at_period_end: true });
    const [{ target } = { target: "" }] = (await listActions(owner)).filter(
      ({ action }) => action === "plan_given",
    );
    expect(target).toBe(`Pro, ${toDay(Date.now() + days(10))}: They asked for it`);
    expect(await listMailValues(billing, owner, "plan_updated")).toEqual([
      expect.objectContaining({ change: "given", plan: "Pro", otherPlan: "Free", nextPaymentMinor: null }),
    ]);
    const life = followLife(billing);
    await life.advance("trial_end");
    expect(await findRow(owner)).toMatchObject({ planId: "free", status: "active", providerId: null });
  });

  test("an account without a plan gets one, whose open setup of a card does not matter", async () => {
    const owner = await makeOwner(billing);
    await comp(owner, { plan: "team" });
    expect(await findRow(owner)).toMatchObject({ planId: "team", status: "trialing", nextPlanId: null });
    await syncFromProvider(billing.app, owner.accountId);
    expect(await findRow(owner)).toMatchObject({ planId: "team", status: "trialing" });
  });

  test("an account with a subscription, a free or unknown plan, and days out of range are rejected", async () => {
    const [paying, owner] = [await makeCustomer("pro"), await makeOwner(billing)];
    await expect(comp(paying)).rejects.toMatchObject({
      status: 409,
      messageKey: "master:acts.has_subscription",
    });
    for (const plan of ["free", "nothing"])
      await expect(comp(owner, { plan })).rejects.toMatchObject({
        status: 400,
        detail: { inputError: "plan" },
      });
    for (const count of [0, 366, 1.5])
      await expect(comp(owner, { days: count })).rejects.toMatchObject({ status: 400 });
    expect(await listActions(owner)).toEqual([]);
  });

  test("two requests at once start one subscription, and the other answers 409", async () => {
    const owner = await makeOwner(billing);
    const results = await Promise.allSettled([comp(owner, { days: 5 }), comp(owner, { days: 6 })]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const [failed] = results.filter((result) => result.status === "rejected");
    expect(failed?.reason).toMatchObject({ status: 409 });
    expect(await listProviderStatuses(owner)).toEqual(["trialing"]);
    expect((await listActions(owner)).filter(({ action }) => action === "plan_given")).toHaveLength(1);
  });

  test("an answer that was lost is found again: one subscription, and the account has the plan", async () => {
    const owner = await makeOwner(billing);
    await owner.choose({ plan: "free" });
    const lost = comp(owner, {}, losing("startGivenPlan"));
    await expect(lost).rejects.toMatchObject({ code: "unavailable" });
    await recover(owner);
    expect(await findRow(owner)).toMatchObject({ planId: "pro", status: "trialing", nextPlanId: "free" });
    expect(await listProviderStatuses(owner)).toEqual(["trialing"]);
  });

  test("the owner may take over the plan with a card while it lasts", async () => {
    const owner = await makeOwner(billing);
    await owner.choose({ plan: "free" });
    await comp(owner);
    await owner.change({ plan: "scale", token: "tok_visa" });
    expect(await findRow(owner)).toMatchObject({
      planId: "scale",
      cancelAtPeriodEnd: false,
      nextPlanId: null,
    });
  });
});

describe("closing an account", () => {
  const close = async ({ accountId: id }: TestUser, confirmation: string) =>
    runOperation(
      closeCustomer,
      { id, confirmation, reason: "Fraud" },
      await createContext(billing.app, master),
    );
  const getAccountName = ({ userId }: TestUser) => `The account of ${userId}`;

  test("closing an account ends its subscription, deletes it with its members, mails them the reason, and is in the master's activity", async () => {
    const { store } = billing.app;
    const owner = await makeCustomer("pro");
    const member = await makeTestUser(store, { permission: "user", isVerified: true, subscription: null });
    await addMember(store, { userId: member.userId, accountId: owner.accountId });
    await close(owner, getAccountName(owner).toUpperCase());
    expect(await store.findOne(accountEntity, { id: owner.accountId })).toBeNull();
    expect(await store.findOne(userEntity, { id: owner.userId })).toBeNull();
    // They belong to another account.
    expect(await store.findOne(userEntity, { id: member.userId })).not.toBeNull();
    expect(await store.count(auditEntity, { accountId: owner.accountId })).toBe(0);
    for (const { userId } of [owner, member]) {
      const mails = await store.find(mailEntity, { recipient: `${userId}@example.com` });
      expect(mails.map(({ template }) => template)).toContain("account_closed_by_support");
    }
    expect(
      await store.findOne(auditEntity, { accountId: master.accountId, action: "account_closed" }),
    ).toMatchObject({ actorId: master.userId, target: `${getAccountName(owner)}: Fraud` });
  });

  test("another name, an unknown account, and an account of the master's own are rejected", async () => {
    const owner = await makeOwner(billing);
    await expect(close(owner, "Something else")).rejects.toMatchObject({
      status: 400,
      detail: { inputError: "confirmation" },
    });
    await expect(close({ ...owner, accountId: owner.userId }, "x")).rejects.toMatchObject({ status: 404 });
    await expect(close(master, getAccountName(master))).rejects.toMatchObject({
      status: 409,
      messageKey: "master:acts.own_account",
    });
    expect(await billing.app.store.findOne(accountEntity, { id: owner.accountId })).not.toBeNull();
  });
});
