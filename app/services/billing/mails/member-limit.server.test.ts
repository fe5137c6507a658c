// Canceling with more members than the free plan allows: it works, and the account is over its limit once the plan has ended.
import { describe, expect, test } from "vitest";
import { subscriptionEntity } from "~/models/subscription.server";
import { accountEntity } from "~/models/account.server";
import { days } from "~/domain/limits";
import { checkAuth } from "~/services/sign-in/sign-in.server";
import { runOperation } from "~/services/platform/operation.server";
import { createInvites } from "~/services/team/invites.server";
import { removeMember } from "~/services/team/members.server";
import { getDemo } from "~/services/demo.server";
import { endAtProvider, listMailValues, prepareBilling, type Owner } from "../../../../tests/support/billing";
import { addMember } from "../../../../tests/support/members";
import { makeTestUser } from "../../../../tests/support/users";
import { createContext } from "../../../../tests/support/services";
import { sendMemberLimitMails } from "./member-limit-mails.server";

const { billing, findRow, makeCustomer } = prepareBilling();

async function addMembers(owner: Owner, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let added = 0; added < count; added += 1) {
    const state = { permission: "user", isVerified: true, subscription: null } as const;
    const { userId } = await makeTestUser(billing.app.store, state);
    await addMember(billing.app.store, { userId, accountId: owner.accountId, role: "user" });
    ids.push(userId);
  }
  return ids;
}

const findAccount = ({ accountId: id }: Owner) => billing.app.store.findOne(accountEntity, { id });
const asOwner = (owner: Owner) => createContext(billing.app, owner);

describe("canceling with four members, of which the free plan allows two", () => {
  test("canceling with too many members works at once, changes nothing until the period ends, and its mail says what follows", async () => {
    const owner = await makeCustomer();
    await addMembers(owner, 3);
    await owner.change({ plan: "free" });
    expect(await findRow(owner)).toMatchObject({
      cancelAtPeriodEnd: true,
      nextPlanId: "free",
      planId: "pro",
    });
    expect(await findAccount(owner)).toMatchObject({ overLimitAt: null });
    expect((await listMailValues(billing, owner, "plan_updated")).at(-1)).toMatchObject({
      overLimit: { limit: 2, members: 4 },
    });
  });

  test("a week before the end one mail warns, however often the job runs", async () => {
    const owner = await makeCustomer();
    await addMembers(owner, 3);
    await owner.change({ plan: "free" });
    const end = (await findRow(owner))?.currentPeriodEnd ?? new Date();
    const before = (await listMailValues(billing, owner, "member_limit")).length;
    await sendMemberLimitMails(billing.app, new Date(end.getTime() - days(8)));
    expect(await listMailValues(billing, owner, "member_limit")).toHaveLength(before);
    for (let run = 0; run < 2; run += 1)
      await sendMemberLimitMails(billing.app, new Date(end.getTime() - days(6)));
    const mails = await listMailValues(billing, owner, "member_limit");
    expect(mails.slice(before)).toEqual([
      expect.objectContaining({ plan: "Free", limit: 2, members: 4, startsAt: end.toISOString() }),
    ]);
  });

  test("when the period has ended, calls answer 402 with the plan that holds the members, until the second one has left", async () => {
    const owner = await makeCustomer();
    const [first = "", second = ""] = await addMembers(owner, 3);
    await owner.change({ plan: "free" });
    const before = (await listMailValues(billing, owner, "member_limit")).length;
    await endAtProvider(billing, owner);
    expect(await findRow(owner)).toMatchObject({ planId: "free", status: "active" });
    expect((await findAccount(owner))?.overLimitAt).toBeInstanceOf(Date);
    expect((await listMailValues(billing, owner, "member_limit")).slice(before)).toEqual([
      expect.objectContaining({ limit: 2, members: 4, startsAt: null }),
    ]);
    const refusal = { status: 402, detail: { plan: "pro" } };
    const call = async () => runOperation(getDemo, {}, await asOwner(owner));
    await expect(call()).rejects.toMatchObject(refusal);
    const invitation = { email: "late@example.com", permission: "user" };
    await expect(runOperation(createInvites, invitation, await asOwner(owner))).rejects.toMatchObject(
      refusal,
    );
    const { data } = await runOperation(checkAuth, {}, await asOwner(owner));
    expect(data).toMatchObject({ subscription: "active", over_limit: 2 });
    await runOperation(removeMember, { id: first }, await asOwner(owner));
    await expect(call()).rejects.toMatchObject({ status: 402 });
    await runOperation(removeMember, { id: second }, await asOwner(owner));
    expect(await findAccount(owner)).toMatchObject({ overLimitAt: null });
    await expect(call()).resolves.toBeDefined();
  });

  test("a plan that holds them opens the account, too", async () => {
    const owner = await makeCustomer();
    await addMembers(owner, 3);
    await owner.change({ plan: "free" });
    await endAtProvider(billing, owner);
    await owner.upgrade({ plan: "pro" });
    expect(await findAccount(owner)).toMatchObject({ overLimitAt: null });
  });
});

test("an end that the account did not choose, and a lowered limit, put no account over its limit", async () => {
  const owner = await makeCustomer();
  await addMembers(owner, 3);
  await billing.app.store.update(subscriptionEntity, { id: owner.accountId }, { nextPlanId: "free" });
  await endAtProvider(billing, owner);
  expect(await findAccount(owner)).toMatchObject({ overLimitAt: null });
});
