/**
 * `npm run bench -- --port`: what each call of the store costs, on each database that answers. Copy this file into another
 * version's tree to compare the two.
 */
import { loadavg } from "node:os";
import { v7 as uuid } from "uuid";
import { findKeyViewer, findViewer } from "../../app/models/viewer.server";
import type { Store } from "../../app/models/store/store";
import {
  buildAccount,
  buildMembership,
  buildPlan,
  buildSession,
  buildToken,
  buildUser,
} from "../../tests/stores/rows";
import { listReachableStores, sayUnreached } from "../../tests/support/stores";
import { accountEntity } from "../../app/models/account.server";
import { userEntity } from "../../app/models/user.server";
import { planEntity } from "../../app/models/plan.server";
import { sessionEntity } from "../../app/models/session.server";
import { tokenEntity } from "../../app/models/token.server";
import { membershipEntity } from "../../app/models/membership.server";
import { inviteEntity } from "../../app/models/invite.server";
import { calculateMedian } from "./statistics";

const WARM_UP = 200;
const ROUNDS = 500;
const MEMBERS = 200;

console.log(
  `Node ${process.version}, load ${loadavg()[0]?.toFixed(1) ?? ""}; microseconds, the median of ${ROUNDS}`,
);
for (const kind of await listReachableStores()) {
  const { store, drop } = await kind.create();
  try {
    for (const [name, median] of await measureCalls(await createCalls(store)))
      console.log(`${kind.name.padEnd(12)} ${name.padEnd(34)} ${median.toFixed(0).padStart(6)}`);
  } finally {
    await drop();
  }
}
console.log(await sayUnreached());

type Call = () => Promise<unknown>;

/** In rounds over all calls, so that a slow second spreads over all of them. */
async function measureCalls(calls: Record<string, Call>): Promise<[string, number][]> {
  const times = new Map(Object.keys(calls).map((name) => [name, [] as number[]]));
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const [name, call] of Object.entries(calls)) {
      const startedAt = process.hrtime.bigint();
      await call();
      if (round >= 0) times.get(name)?.push(Number(process.hrtime.bigint() - startedAt) / 1000);
    }
  }
  return Array.from(times, ([name, some]) => [name, calculateMedian(some)]);
}

/** The calls of the port as the product makes them, on an account of 200 members. */
async function createCalls(store: Store): Promise<Record<string, Call>> {
  const account = buildAccount();
  const user = buildUser();
  const plan = buildPlan();
  const session = buildSession({ userId: user.id, accountId: account.id });
  const token = buildToken();
  await store.insert(accountEntity, account);
  await store.insert(userEntity, user);
  await store.insert(planEntity, plan);
  await store.insert(sessionEntity, session);
  await store.insert(tokenEntity, token);
  await store.insert(membershipEntity, buildMembership({ accountId: account.id, userId: user.id }));
  for (let member = 1; member < MEMBERS; member += 1)
    await store.insert(membershipEntity, buildMembership({ accountId: account.id, role: "user" }));
  const ofAccount = { accountId: account.id };
  const order = { by: "createdAt", direction: "desc" } as const;
  const after = { value: buildMembership().createdAt, id: uuid() };
  return {
    findViewer: () => findViewer(store, { tokenHash: session.tokenHash }),
    findKeyViewer: () => findKeyViewer(store, { tokenHash: "unknown" }),
    findOne: () => store.findOne(userEntity, { id: user.id }),
    "find, a page of 25": () => store.find(membershipEntity, ofAccount, { order, limit: 25, after }),
    "find, 20 in a list": () =>
      store.find(userEntity, { id: { in: Array.from({ length: 20 }, () => uuid()) } }),
    "findTogether, three lists": () =>
      store.findTogether({
        members: { entity: membershipEntity, where: ofAccount, order, limit: 10 },
        invites: { entity: inviteEntity, where: ofAccount, limit: 10 },
        plans: { entity: planEntity, where: { isActive: true } },
      }),
    count: () => store.count(membershipEntity, ofAccount),
    "count, at most 50": () => store.count(membershipEntity, ofAccount, { atMost: 50 }),
    countBy: () => store.countBy(membershipEntity, ofAccount, "role"),
    countByDay: () => store.countByDay(membershipEntity, ofAccount, "createdAt"),
    insert: () => store.insert(tokenEntity, buildToken()),
    update: () => store.update(tokenEntity, { id: token.id, usedAt: null }, { attempts: 1 }),
    remove: () => store.remove(tokenEntity, { id: uuid() }),
    "transaction, findOne and update": () =>
      store.transaction(async (inner) => {
        await inner.findOne(tokenEntity, { id: token.id });
        await inner.update(tokenEntity, { id: token.id }, { attempts: 2 });
      }),
  };
}
