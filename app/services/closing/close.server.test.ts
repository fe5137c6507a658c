/** Closing an account or a user: the data that is deleted, the data that stays, and no charge afterwards. */
import { describe, expect, test } from "vitest";
import { mailEntity } from "~/models/mail.server";
import { subscriptionEntity } from "~/models/subscription.server";
import { accountEntity } from "~/models/account.server";
import { membershipEntity } from "~/models/membership.server";
import { sessionEntity } from "~/models/session.server";
import { auditEntity } from "~/models/audit.server";
import { billingIntentEntity } from "~/models/billing-intent.server";
import { userEntity } from "~/models/user.server";
import { minutes } from "~/domain/limits";
import { addMember } from "../../../tests/support/members";
import { makeTestUser, makeSession, type TestUser } from "../../../tests/support/users";
import {
  getCustomerId,
  makeOwner,
  listMailsFor,
  prepareBilling,
  listProviderSubscriptions,
  type Owner,
} from "../../../tests/support/billing";
import { createContext } from "../../../tests/support/services";
import { endLease } from "../../../tests/support/leases";
import { readStore, listTablesWith } from "../../../tests/support/whole-store";
import type { App } from "../platform/app.server";
import { createSubscription } from "../billing/orders/subscription.server";
import { runOperation } from "../platform/operation.server";
import { closeAccount, closeUser } from "./close.server";

const { billing } = prepareBilling();

const OUTAGE = { apiBase: "http://127.0.0.1:1" };

describe("an owner closes the account", () => {
  test("everything in it is deleted, with the users who belong to no other account; other users stay unchanged", async () => {
    const { store } = billing.app;
    const [owner, member, guest] = [
      await makeSettledOwner(),
      await makeVerifiedTestUser("developer"),
      await makeSettledOwner(),
    ];
    await makeOnlyMembership(member, owner.accountId);
    await addMember(store, { userId: guest.userId, accountId: owner.accountId, role: "admin" });
    await makeSession(store, { userId: guest.userId, accountId: owner.accountId, kind: "browser" });
    await store.update(userEntity, { id: guest.userId }, { defaultAccountId: owner.accountId });
    const guestMails = await listMailsFor(store, guest);
    const deletedIds = [owner.accountId, owner.userId, member.userId];
    const before = await readStore(store, deletedIds);

    const mailbox = { owner: await getEmail(owner), member: await getEmail(member) };
    const { data, session } = await close(owner);

    expect(data).toEqual({ signout: true });
    expect(session).toEqual({ kind: "ended" });
    expect(await listTablesWith(store, deletedIds)).toEqual([]);
    const stayed = await store.findOne(userEntity, { id: guest.userId });
    expect(stayed?.defaultAccountId).toBeNull();
    expect(await readStore(store, [...deletedIds, guest.userId])).toEqual(removeId(before, guest.userId));
    expect(await listMailTemplates(mailbox.owner)).toContain("account_closed");
    expect(await listMailTemplates(mailbox.member)).toContain("account_closed_member");
    expect(await listMailsFor(store, guest)).toEqual([...guestMails, "account_closed_member"]);
  });

  test("an owner who has another account continues there, in the same session", async () => {
    const { store } = billing.app;
    const [owner, host] = [await makeSettledOwner(), await makeSettledOwner()];
    await addMember(store, { userId: owner.userId, accountId: host.accountId });
    const { data } = await close(owner);
    expect(data).toEqual({ signout: false });
    expect((await createContext(billing.app, owner)).viewer?.account.id).toBe(host.accountId);
    expect(await listTablesWith(store, [owner.accountId])).toEqual([]);
  });

  test("more than a hundred members are deleted, in pages", async () => {
    const { store } = billing.app;
    const owner = await makeSettledOwner();
    for (let index = 0; index < 120; index += 1)
      await makeOnlyMembership(await makeVerifiedTestUser("user"), owner.accountId);
    const before = await store.count(userEntity, { id: { not: "" } });
    await close(owner);
    expect(await store.count(userEntity, { id: { not: "" } })).toBe(before - 121);
    expect(await listTablesWith(store, [owner.accountId])).toEqual([]);
  });

  test("API calls that were not billed yet are charged, the latest ones too", async () => {
    const owner = await makeOwner(billing);
    await owner.choose({ plan: "scale", token: "tok_visa" });
    const [subscription] = await listProviderSubscriptions(billing, owner);
    const customer = getCustomerId(subscription);
    const batch = { id: owner.accountId, customerId: customer, calls: 1_009_990, at: new Date() };
    await billing.app.payments.reportApiCalls(batch);
    for (let calls = 0; calls < 10; calls += 1)
      billing.app.apiCalls.countApiCall({ accountId: owner.accountId, planId: "scale" });
    await close(owner);
    const { data } = await billing.stripe.invoices.list({ customer });
    expect(data.map(({ amount_paid: paid }) => paid)).toEqual([200, 9900]);
  });

  test("the subscription is canceled at the provider first", async () => {
    const owner = await makeOwner(billing);
    await owner.choose({ plan: "pro", token: "tok_visa" });
    const [subscription] = await listProviderSubscriptions(billing, owner);
    await close(owner);
    expect((await billing.stripe.subscriptions.retrieve(subscription?.id ?? "")).status).toBe("canceled");
  });

  test("when the provider does not answer, nothing changes, and the next attempt closes the account", async () => {
    const { store } = billing.app;
    const owner = await makeOwner(billing);
    await owner.choose({ plan: "pro", token: "tok_visa" });
    const before = await readStore(store);
    await expect(close(owner, billing.withPayments(OUTAGE))).rejects.toMatchObject({ code: "unavailable" });
    expect(await readStore(store)).toEqual(before);
    expect((await listProviderSubscriptions(billing, owner)).map(({ status }) => status)).toEqual(["active"]);
    await close(owner);
    expect(await listTablesWith(store, [owner.accountId])).toEqual([]);
  });

  test("a payment that waits for the cardholder is canceled", async () => {
    const owner = await makeOwner(billing);
    await owner.choose({ plan: "pro", token: "tok_threeDSecure2Required" });
    const [waiting] = await listProviderSubscriptions(billing, owner);
    expect(waiting?.status).toBe("incomplete");
    await close(owner);
    expect((await billing.stripe.subscriptions.retrieve(waiting?.id ?? "")).status).toMatch(
      /canceled|incomplete_expired/,
    );
  });

  test.each(["free", "pro"])(
    "a request for the %s plan that began before the closing answers conflict",
    async (plan) => {
      const owner = await makeOwner(billing);
      const context = await createContext(billing.app, owner);
      await close(owner);
      const customersBefore = (await billing.stripe.customers.list({ limit: 100 })).data.length;
      const late = runOperation(createSubscription, { plan, token: "tok_visa" }, context);
      await expect(late).rejects.toMatchObject({ code: "conflict" });
      expect(await listTablesWith(billing.app.store, [owner.accountId, owner.userId])).toEqual([]);
      expect((await billing.stripe.customers.list({ limit: 100 })).data).toHaveLength(customersBefore);
    },
  );

  test("while a plan is being chosen, closing answers conflict; an intent that a crash left open does not prevent it", async () => {
    const { store } = billing.app;
    const owner = await makeSettledOwner();
    const now = new Date();
    await store.insert(billingIntentEntity, {
      id: "an-intent-in-progress",
      accountId: owner.accountId,
      kind: null,
      planId: "pro",
      status: "started",
      openClaim: owner.accountId,
      tokenHash: null,
      providerId: null,
      promotionId: null,
      formerCardId: null,
      cardId: null,
      cardBrand: null,
      cardLast4: null,
      cardExpMonth: null,
      cardExpYear: null,
      endsAt: null,
      requestedAt: now,
      leasedUntil: new Date(now.getTime() + minutes(1)),
      createdAt: now,
      finishedAt: null,
    });
    await expect(close(owner)).rejects.toMatchObject({ code: "conflict" });
    await endLease(store, owner);
    await close(owner);
    expect(await listTablesWith(store, [owner.accountId])).toEqual([]);
  });

  test("a master who is not the owner is rejected, and nothing is canceled", async () => {
    const { store } = billing.app;
    const [owner, master] = [await makeOwner(billing), await makeVerifiedTestUser("master")];
    await owner.choose({ plan: "pro", token: "tok_visa" });
    await makeOnlyMembership(master, owner.accountId);
    const before = await readStore(store);
    await expect(close(master)).rejects.toMatchObject({ code: "forbidden" });
    expect(await readStore(store)).toEqual(before);
    expect((await listProviderSubscriptions(billing, owner)).map(({ status }) => status)).toEqual(["active"]);
  });
});

describe("a user deletes themselves", () => {
  test("the user and all their data are deleted; their accounts stay unchanged, and the logs say that they left", async () => {
    const { store } = billing.app;
    const [host, member] = [await makeSettledOwner(), await makeVerifiedTestUser("admin")];
    await makeOnlyMembership(member, host.accountId);
    const email = await getEmail(member);
    const before = await readStore(store, [member.userId]);
    await runOperation(closeUser, {}, await createContext(billing.app, member));
    const { audits, ...others } = await readStore(store, [member.userId]);
    expect({ ...others, audits }).toEqual(before);
    expect(await listTablesWith(store, [member.userId])).toEqual(["audits"]);
    expect(await store.find(auditEntity, { actorId: member.userId })).toMatchObject([
      { action: "member_left", target: email, accountId: host.accountId },
    ]);
    expect(await listMailTemplates(email)).toEqual(["user_closed"]);
  });

  test("an owner is asked to close or transfer the account first", async () => {
    const { store } = billing.app;
    const [owner, host] = [await makeSettledOwner(), await makeSettledOwner()];
    await addMember(store, { userId: owner.userId, accountId: host.accountId });
    const before = await readStore(store);
    await expect(runOperation(closeUser, {}, await createContext(billing.app, owner))).rejects.toMatchObject({
      code: "conflict",
      messageKey: "profile:closing.owns_account",
    });
    expect(await readStore(store)).toEqual(before);
  });

  test("a user without a password deletes themselves only soon after signing in", async () => {
    const { store } = billing.app;
    const [host, member] = [await makeSettledOwner(), await makeVerifiedTestUser("user")];
    await makeOnlyMembership(member, host.accountId);
    const long = { reauthenticatedAt: new Date(Date.now() - minutes(11)) };
    await store.update(sessionEntity, { userId: member.userId }, long);
    await expect(runOperation(closeUser, {}, await createContext(billing.app, member))).rejects.toMatchObject(
      {
        code: "forbidden",
      },
    );
  });
});

test.each([closeUser, closeAccount])("a master acting as the user is rejected: %#", async (operation) => {
  const { store } = billing.app;
  const [owner, master] = [await makeSettledOwner(), await makeVerifiedTestUser("master")];
  await store.update(sessionEntity, { userId: owner.userId }, { impersonatorId: master.userId });
  await expect(runOperation(operation, {}, await createContext(billing.app, owner))).rejects.toMatchObject({
    code: "forbidden",
    messageKey: "errors:not_while_impersonating",
  });
});

async function close(owner: TestUser, app: App = billing.app) {
  return runOperation(closeAccount, {}, await createContext(app, owner));
}

async function makeSettledOwner(): Promise<Owner> {
  const owner = await makeOwner(billing);
  await owner.choose({ plan: "free" });
  return owner;
}

function makeVerifiedTestUser(
  permission: Parameters<typeof makeTestUser>[1]["permission"],
): Promise<TestUser> {
  return makeTestUser(billing.app.store, { permission, isVerified: true, subscription: "active" });
}

/** Makes the user a member of this account and of no other, and moves their sessions into it. */
async function makeOnlyMembership(member: TestUser, accountId: string): Promise<void> {
  const { store } = billing.app;
  const { userId } = member;
  await store.remove(membershipEntity, { userId });
  await store.remove(accountEntity, { id: member.accountId });
  await store.remove(subscriptionEntity, { id: member.accountId });
  await addMember(store, { userId, accountId, role: "developer" });
  await store.update(sessionEntity, { userId }, { accountId });
}

async function getEmail({ userId }: TestUser): Promise<string> {
  return (await billing.app.store.findOne(userEntity, { id: userId }))?.email ?? "";
}

async function listMailTemplates(recipient: string): Promise<string[]> {
  return (await billing.app.store.find(mailEntity, { recipient })).map(({ template }) => template);
}

function removeId(rows: Record<string, string[]>, id: string): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(rows).map(([table, texts]) => [table, texts.filter((text) => !text.includes(id))]),
  );
}
