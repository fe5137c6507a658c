/** The promises of the store interface for several lists in one statement: part of the conformance suite. */
import { v7 as uuid } from "uuid";
import { expect, test } from "vitest";
import { subscriptionEntity } from "~/models/subscription.server";
import { membershipEntity } from "~/models/membership.server";
import { userEntity } from "~/models/user.server";
import type { OpenStore } from "~/models/store/database";
import { buildMembership, buildUser } from "./rows";

/** Defines the tests in the suite of one store. */
export function testFindTogether(store: () => OpenStore): void {
  test("findTogether gives each list as find does: its rows, values, order and limit, and none of another list", async () => {
    const accountId = uuid();
    const user = buildUser({ darkMode: true, passwordHash: null });
    const members = [3, 1, 2].map((day) =>
      buildMembership({ accountId, createdAt: new Date(Date.UTC(2026, 0, day, 1, 2, 3, 4)) }),
    );
    await store().insert(userEntity, user);
    for (const row of [...members, buildMembership()]) await store().insert(membershipEntity, row);
    const newest = { order: { by: "createdAt", direction: "desc" }, limit: 2 } as const;
    const lookups = {
      users: { entity: userEntity, where: { id: user.id, darkMode: true } },
      members: { entity: membershipEntity, where: { accountId }, ...newest },
      none: { entity: subscriptionEntity, where: { id: accountId } },
      all: { entity: membershipEntity, where: { accountId }, order: { by: "id", direction: "asc" } },
    } as const;
    const found = await store().findTogether(lookups);
    const [third, , second] = members;
    expect(found).toEqual({
      users: [user],
      members: [third, second],
      none: [],
      all: await store().find(membershipEntity, { accountId }, { order: { by: "id", direction: "asc" } }),
    });
    expect(await store().findTogether({ users: lookups.users })).toEqual({ users: [user] });
  });

  test("findTogether reads only the fields that a list names, in the order of any field", async () => {
    const accountId = uuid();
    const members = [3, 1, 2].map((day) =>
      buildMembership({ accountId, createdAt: new Date(Date.UTC(2026, 0, day)) }),
    );
    for (const row of members) await store().insert(membershipEntity, row);
    const ofAccount = { entity: membershipEntity, where: { accountId } } as const;
    const found = await store().findTogether({
      newest: { ...ofAccount, fields: ["role"], order: { by: "createdAt", direction: "desc" }, limit: 2 },
      one: { ...ofAccount, fields: ["createdAt", "id"], order: { by: "id", direction: "asc" }, limit: 1 },
      none: { entity: userEntity, where: { id: accountId }, fields: ["id"] },
    });
    const [first] = members.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    expect(found).toEqual({
      newest: [{ role: members[0]?.role }, { role: members[2]?.role }],
      one: [{ createdAt: first?.createdAt, id: first?.id }],
      none: [],
    });
  });

  test("findTogether sends one statement, and is rejected inside a transaction, where rows are locked", async () => {
    const lookups = { users: { entity: userEntity, where: { id: uuid() } } } as const;
    const before = store().statements;
    await store().findTogether({ ...lookups, same: lookups.users });
    expect(store().statements - before).toBe(1);
    await expect(store().transaction((inner) => inner.findTogether(lookups))).rejects.toThrow(TypeError);
  });
}
