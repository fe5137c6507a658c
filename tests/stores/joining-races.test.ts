/** Invitations and members under parallel requests, on every store: an invitation adds one member, one owner stays. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { userEntity } from "~/models/user.server";
import { auditEntity } from "~/models/audit.server";
import { inviteEntity } from "~/models/invite.server";
import { mailEntity } from "~/models/mail.server";
import { sessionEntity } from "~/models/session.server";
import { membershipEntity } from "~/models/membership.server";
import { subscriptionEntity } from "~/models/subscription.server";
import { INVITES_A_DAY } from "~/domain/limits";
import type { Role } from "~/domain/roles";
import type { App } from "~/services/platform/app.server";
import { acceptInvitation, createUser } from "~/services/team/invitation.server";
import { createInvites, revokeInvite } from "~/services/team/invites.server";
import { manageMembers } from "~/services/team/manage-several.server";
import { removeMember, updateMember } from "~/services/team/members.server";
import { runOperation } from "~/services/platform/operation.server";
import { acceptOwnership, declineOwnership, offerOwnership } from "~/services/team/ownership.server";
import { getSignInAccount } from "~/services/users/account.server";
import { insertShippedPlans } from "~/services/billing/plans/plans.server";
import { addMember } from "../support/members";
import { makeTestUser, makeSession, type TestUser } from "../support/users";
import { createContext, makeApp, runConcurrently, createAnonymousContext } from "../support/services";
import { describeStores } from "../support/stores";

const RACERS = 20;
const ROUNDS = 3;
const PASSWORD = "correct horse!";

await describeStores("invitations and members", (fresh) => {
  let app: App;
  const folder = mkdtempSync(join(tmpdir(), "groundwork-joining-"));
  beforeAll(async () => {
    app = makeApp({ store: fresh().store, folder });
    await insertShippedPlans(app.store);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const listStatuses = (refusals: { status: number }[]) => new Set(refusals.map(({ status }) => status));
  const makeOwner = () =>
    makeTestUser(app.store, { permission: "owner", isVerified: true, subscription: "active" });
  const removeSeatLimit = ({ accountId }: TestUser) =>
    app.store.update(subscriptionEntity, { id: accountId }, { planId: "scale" });
  const listMembers = (accountId: string) => app.store.find(membershipEntity, { accountId });

  /** A user with an account of their own who is also a member of the owner's account; their session is in that one. */
  async function makeMember(owner: TestUser, role: Exclude<Role, "owner">): Promise<TestUser> {
    const person = await makeOwner();
    const { userId } = person;
    const { accountId } = owner;
    await addMember(app.store, { userId, accountId, role });
    await app.store.remove(sessionEntity, { userId });
    const token = await makeSession(app.store, { userId, accountId, kind: "script" });
    return { ...person, accountId, token };
  }

  async function invite(owner: TestUser, email: string): Promise<string> {
    await runOperation(createInvites, { email }, await createContext(app, owner));
    const [mail] = await app.store.find(mailEntity, { recipient: email });
    const { link } = JSON.parse(app.secrets.decrypt("mail", mail?.payload ?? "")) as { link: string };
    return new URL(link).searchParams.get("id") ?? "";
  }

  test("twenty concurrent accepts of one invitation by the same user add one member and notify the inviter once", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [owner, guest] = [await makeOwner(), await makeOwner()];
      const token = await invite(owner, `${guest.userId}@example.com`);
      const context = await createContext(app, guest);
      const { answers, refusals } = await runConcurrently(RACERS, () =>
        runOperation(acceptInvitation, { invite_id: token }, context),
      );
      expect(answers).toHaveLength(1);
      expect(listStatuses(refusals)).toEqual(new Set([400]));
      expect(await listMembers(owner.accountId)).toHaveLength(2);
      const told = { recipient: `${owner.userId}@example.com`, template: "invite_accepted" };
      expect(await app.store.count(mailEntity, told)).toBe(1);
    }
  });

  test("two concurrent revokes of one invitation: one succeeds, the other finds nothing; several at once revoke it once", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const owner = await makeOwner();
      const { accountId } = owner;
      await invite(owner, `${uuid()}@example.com`);
      const { id = "" } = (await app.store.findOne(inviteEntity, { accountId })) ?? {};
      const context = await createContext(app, owner);
      const { answers, refusals } = await runConcurrently(4, (index): Promise<unknown> => {
        if (index < 2) return runOperation(revokeInvite, { id }, context);
        return runOperation(manageMembers, { ids: [id], action: "revoke" }, context);
      });
      const done = answers.flatMap((answer) => {
        const { data } = answer as { data: { done?: string[] } };
        return data.done ?? [id];
      });
      expect(done).toEqual([id]);
      expect([...listStatuses(refusals)].filter((status) => status !== 404)).toEqual([]);
      expect(await app.store.count(auditEntity, { accountId, action: "invite_revoked" })).toBe(1);
    }
  });

  test("an invitation that is revoked while it is accepted ends in a member or in none, never in both", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [owner, guest] = [await makeOwner(), await makeOwner()];
      const { accountId } = owner;
      const token = await invite(owner, `${guest.userId}@example.com`);
      const { id = "" } = (await app.store.findOne(inviteEntity, { accountId })) ?? {};
      const [asOwner, asGuest] = [await createContext(app, owner), await createContext(app, guest)];
      await runConcurrently(2, (index): Promise<unknown> =>
        index === 0
          ? runOperation(manageMembers, { ids: [id], action: "revoke" }, asOwner)
          : runOperation(acceptInvitation, { invite_id: token }, asGuest),
      );
      const revoked = await app.store.count(auditEntity, { accountId, action: "invite_revoked" });
      expect((await listMembers(accountId)).length - 1 + revoked).toBe(1);
      expect(await app.store.count(inviteEntity, { accountId })).toBe(0);
    }
  });

  test("concurrent role changes and removals of one member, alone and with others, leave one result", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const owner = await makeOwner();
      const { accountId } = owner;
      const { userId } = await makeMember(owner, "user");
      const context = await createContext(app, owner);
      const inputs = [
        { ids: [userId], action: "role", permission: "admin" },
        { ids: [userId], action: "role", permission: "developer" },
        { ids: [userId], action: "remove" },
      ];
      const { refusals } = await runConcurrently(3, (index) =>
        runOperation(manageMembers, inputs[index], context),
      );
      expect([...listStatuses(refusals)].filter((status) => status !== 409)).toEqual([]);
      expect(await app.store.count(auditEntity, { accountId, action: "member_removed" })).toBe(1);
      expect(await listMembers(accountId)).toHaveLength(1);
    }
  });

  test("twenty concurrent sign-ups with one invitation add one user and one member", async () => {
    const owner = await makeOwner();
    const email = `${uuid()}@example.com`;
    const token = await invite(owner, email);
    const input = { name: "New", email, password: PASSWORD, confirm_password: PASSWORD, invite_id: token };
    const { answers } = await runConcurrently(RACERS, (index) =>
      runOperation(createUser, input, createAnonymousContext(app, `10.2.0.${index}`)),
    );
    expect(answers).toHaveLength(1);
    expect(await app.store.count(userEntity, { email })).toBe(1);
    expect(await listMembers(owner.accountId)).toHaveLength(2);
  });

  test("twenty concurrent invitations for one free seat add one invitation", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const owner = await makeOwner();
      const context = await createContext(app, owner);
      const { answers, refusals } = await runConcurrently(RACERS, () =>
        runOperation(createInvites, { email: `${uuid()}@example.com` }, context),
      );
      expect(answers).toHaveLength(1);
      expect(listStatuses(refusals)).toEqual(new Set([402]));
      expect(await app.store.count(inviteEntity, { accountId: owner.accountId })).toBe(1);
    }
  });

  test("twenty concurrent invitations for one email add one invitation", async () => {
    const owner = await makeOwner();
    const email = `${uuid()}@example.com`;
    const context = await createContext(app, owner);
    await runConcurrently(RACERS, () => runOperation(createInvites, { email }, context));
    expect(await app.store.count(inviteEntity, { accountId: owner.accountId, email })).toBe(1);
  });

  test("twenty concurrent calls with ten emails each send no more invitations than the daily limit", async () => {
    const owner = await makeOwner();
    await removeSeatLimit(owner);
    const context = await createContext(app, owner);
    const createTenEmails = () => Array.from({ length: 10 }, () => `${uuid()}@example.com`).join();
    const { refusals } = await runConcurrently(RACERS, () =>
      runOperation(createInvites, { email: createTenEmails() }, context),
    );
    expect(listStatuses(refusals)).toEqual(new Set([429]));
    expect(await app.store.count(inviteEntity, { accountId: owner.accountId })).toBe(INVITES_A_DAY);
  });

  test("twenty concurrent answers to an ownership offer, half accept and half decline: one counts, and one owner is left", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const owner = await makeOwner();
      const admin = await makeMember(owner, "admin");
      const context = await createContext(app, admin);
      await runOperation(offerOwnership, { user: admin.userId }, await createContext(app, owner));
      const { answers, refusals } = await runConcurrently(RACERS, (index) =>
        index % 2
          ? runOperation(declineOwnership, {}, context).then(() => owner)
          : runOperation(acceptOwnership, {}, context).then(() => admin),
      );
      expect(answers).toHaveLength(1);
      expect(listStatuses(refusals)).toEqual(new Set([409]));
      const owners = (await listMembers(owner.accountId)).filter(({ role }) => role === "owner");
      expect(owners.map(({ userId }) => userId)).toEqual(answers.map(({ userId }) => userId));
      expect(owners[0]?.ownerClaim).toBe(owner.accountId);
    }
  });

  test("accepting the ownership while the admin is demoted or removed leaves exactly one owner", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const owner = await makeOwner();
      const admin = await makeMember(owner, "admin");
      const [asOwner, asAdmin] = [await createContext(app, owner), await createContext(app, admin)];
      await runOperation(offerOwnership, { user: admin.userId }, asOwner);
      await runConcurrently<unknown>(9, (index) => {
        if (index % 3 === 0) return runOperation(acceptOwnership, {}, asAdmin);
        if (index % 3 === 1)
          return runOperation(updateMember, { id: admin.userId, permission: "user" }, asOwner);
        return runOperation(removeMember, { id: admin.userId }, asOwner);
      });
      const owners = (await listMembers(owner.accountId)).filter(({ role }) => role === "owner");
      expect(owners).toHaveLength(1);
    }
  });

  test("two admins who demote each other at once: one stays an admin", async () => {
    for (let round = 0; round < ROUNDS * 3; round += 1) {
      const owner = await makeOwner();
      const [one, other] = [await makeMember(owner, "admin"), await makeMember(owner, "admin")];
      const [asOne, asOther] = [await createContext(app, one), await createContext(app, other)];
      const { answers, refusals } = await runConcurrently(2, (index) =>
        index === 0
          ? runOperation(updateMember, { id: other.userId, permission: "user" }, asOne)
          : runOperation(updateMember, { id: one.userId, permission: "user" }, asOther),
      );
      expect(answers).toHaveLength(1);
      expect(refusals.map(({ status }) => status)).toEqual([403]);
      const admins = (await listMembers(owner.accountId)).filter(({ role }) => role === "admin");
      expect(admins).toHaveLength(1);
    }
  });

  test("requests that an admin started before being demoted answer 403", async () => {
    const owner = await makeOwner();
    await removeSeatLimit(owner);
    const [admin, member] = [await makeMember(owner, "admin"), await makeMember(owner, "user")];
    const asAdmin = await createContext(app, admin);
    await runOperation(
      updateMember,
      { id: admin.userId, permission: "user" },
      await createContext(app, owner),
    );
    const { answers, refusals } = await runConcurrently<unknown>(3, (index) => {
      if (index === 0) return runOperation(createInvites, { email: "late@example.com" }, asAdmin);
      if (index === 1) return runOperation(updateMember, { id: member.userId, permission: "admin" }, asAdmin);
      return runOperation(removeMember, { id: member.userId }, asAdmin);
    });
    expect(answers).toEqual([]);
    expect(listStatuses(refusals)).toEqual(new Set([403]));
  });

  test("twenty concurrent sign-ins of a user without an account create one account", async () => {
    const person = await makeOwner();
    await app.store.remove(membershipEntity, { userId: person.userId });
    const user = await app.store.findOne(userEntity, { id: person.userId });
    if (!user) throw new Error("the person is gone");
    const { answers } = await runConcurrently(RACERS, () =>
      app.store.transaction((store) => getSignInAccount(store, createAnonymousContext(app), user)),
    );
    expect(new Set(answers).size).toBe(1);
    expect(await app.store.count(membershipEntity, { userId: person.userId })).toBe(1);
  });
});
