/** Inserts members of accounts directly into the store. */
import { v7 as uuid } from "uuid";
import { membershipEntity } from "~/models/membership.server";
import { userEntity } from "~/models/user.server";
import type { Role } from "~/domain/roles";
import type { Store } from "~/models/store/store";

/** Makes a user a member of a further account, not its owner. */
export async function addMember(
  store: Store,
  { userId, accountId, role = "user" }: { userId: string; accountId: string; role?: Exclude<Role, "owner"> },
): Promise<void> {
  const id = uuid();
  const user = await store.findOne(userEntity, { id: userId });
  await store.insert(membershipEntity, {
    id,
    userId,
    accountId,
    role,
    nameKey: user?.nameKey ?? null,
    email: user?.email ?? null,
    verifiedAt: user?.verifiedAt ?? null,
    signedInAt: user?.lastSignInAt ?? null,
    twoFactorAt: null,
    ownerClaim: id,
    createdAt: new Date(),
  });
}

/** Creates this many members, three with the same creation time: copies of a user, named `Member 1` and so on. */
export async function addMembers(
  store: Store,
  { accountId, like, count }: { accountId: string; like: string; count: number },
): Promise<void> {
  const template = await store.findOne(userEntity, { id: like });
  if (!template) throw new Error("there is no user to copy");
  for (let index = 1; index <= count; index += 1) {
    const [userId, id] = [uuid(), uuid()];
    const person = { name: `Member ${index}`, nameKey: `member ${index}`, email: `${userId}@example.com` };
    await store.insert(userEntity, { ...template, id: userId, ...person, emailClaim: userId });
    await store.insert(membershipEntity, {
      id,
      userId,
      accountId,
      role: "user",
      nameKey: person.nameKey,
      email: person.email,
      verifiedAt: template.verifiedAt,
      signedInAt: template.lastSignInAt,
      twoFactorAt: null,
      ownerClaim: id,
      createdAt: new Date(Date.now() + Math.floor(index / 3)),
    });
  }
}
