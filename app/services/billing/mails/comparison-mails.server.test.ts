// The last comparison is kept, and operators get a mail about what could not be repaired: once a day for each difference.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Drift } from "~/domain/comparisons";
import { ANY_ENTITIES } from "~/models/all-entities";
import { comparisonFindingEntity } from "~/models/comparison-finding.server";
import { mailEntity } from "~/models/mail.server";
import type { OpenStore } from "~/models/store/database";
import { userEntity } from "~/models/user.server";
import type { App } from "~/services/platform/app.server";
import { readComparisons } from "~/services/master/comparisons.server";
import { openMigratedStore } from "../../../../tests/support/migrated-stores";
import { makeApp } from "../../../../tests/support/services";
import { makeTestUser } from "../../../../tests/support/users";
import { FINDINGS_KEPT, recordComparison } from "./comparison-mails.server";

const folder = mkdtempSync(join(tmpdir(), "comparisons-"));
let store: OpenStore;
let app: App;
beforeAll(async () => {
  store = await openMigratedStore(folder);
  app = makeApp({ store, folder });
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  for (const name of ["comparisons", "comparisonFindings", "mails", "users"] as const)
    await store.remove(ANY_ENTITIES[name], { id: { not: "" } });
});

const AT = new Date("2026-03-04T05:06:07.089Z");
const NEXT_DAY = new Date("2026-03-05T00:00:01.000Z");
const AREAS = ["subscriptions", "cards"] as const;

const accountId = uuid();
const REPAIRED: Drift = { accountId, area: "cards", what: "cardLast4 0000 -> 4242", failure: null };
const OPEN: Drift = {
  accountId,
  area: "subscriptions",
  what: "another live subscription",
  failure: "not ours",
};
const UNREAD: Drift = {
  accountId,
  area: null,
  what: "the account could not be compared",
  failure: "no answer",
};

const record = (drifts: readonly Drift[], at = AT) =>
  recordComparison(app, { areas: AREAS, accounts: 3, drifts, at });
const makeOperator = () =>
  makeTestUser(store, { permission: "master", isVerified: true, subscription: null });

async function listMailed(): Promise<unknown[]> {
  const mails = await store.find(mailEntity, { template: "billing_differs" });
  return mails.map(({ payload }) => JSON.parse(app.secrets.decrypt("mail", payload)) as unknown);
}

test("the last comparison of each area is kept with its time, what differed and what was done", async () => {
  await record([UNREAD], new Date("2026-03-03T00:00:00.000Z"));
  await record([REPAIRED, OPEN]);
  const account = { id: accountId, name: accountId };
  const counted = { compared_at: AT.toISOString(), accounts: 3 };
  expect(await readComparisons(store, "en")).toEqual([
    { area: "api_calls", compared_at: null, accounts: 0, repaired: 0, not_repaired: 0, differences: [] },
    {
      area: "subscriptions",
      ...counted,
      repaired: 0,
      not_repaired: 1,
      differences: [{ account, what: OPEN.what, failure: OPEN.failure }],
    },
    {
      area: "cards",
      ...counted,
      repaired: 1,
      not_repaired: 0,
      differences: [{ account, what: REPAIRED.what, failure: null }],
    },
    { area: "refunds", compared_at: null, accounts: 0, repaired: 0, not_repaired: 0, differences: [] },
    { area: "disputes", compared_at: null, accounts: 0, repaired: 0, not_repaired: 0, differences: [] },
  ]);
});

test("an account that could not be compared counts in every area that was to be compared", async () => {
  await record([UNREAD]);
  const seen = (await readComparisons(store, "en")).map(({ area, not_repaired: open }) => [area, open]);
  expect(seen).toEqual([
    ["api_calls", 0],
    ["subscriptions", 1],
    ["cards", 1],
    ["refunds", 0],
    ["disputes", 0],
  ]);
});

test("every operator gets one mail about what could not be repaired, and none about what was", async () => {
  await makeOperator();
  await makeOperator();
  await makeTestUser(store, { permission: "owner", isVerified: true, subscription: null });
  await record([REPAIRED]);
  expect(await listMailed()).toEqual([]);
  await record([REPAIRED, OPEN, UNREAD]);
  const mailed = {
    name: "A master",
    count: 2,
    differences: [
      `${accountId}: another live subscription: not ours`,
      `${accountId}: the account could not be compared: no answer`,
    ],
    link: "https://app.test/master/health",
  };
  expect(await listMailed()).toEqual([mailed, mailed]);
});

test("the same difference is mailed once a day, also when another reason keeps it from being repaired", async () => {
  await makeOperator();
  await record([OPEN]);
  await record([{ ...OPEN, failure: "another reason" }], new Date(AT.getTime() + 1000));
  expect(await listMailed()).toHaveLength(1);
  await record([OPEN, { ...OPEN, accountId: uuid() }], new Date(AT.getTime() + 2000));
  expect(await listMailed()).toMatchObject([
    { count: 1 },
    { count: 2, differences: [expect.not.stringContaining(accountId)] },
  ]);
  await record([OPEN], NEXT_DAY);
  expect(await listMailed()).toHaveLength(3);
});

test("two comparisons that end at the same time send one mail, and leave one result", async () => {
  await makeOperator();
  await Promise.all([record([OPEN]), record([OPEN])]);
  expect(await listMailed()).toHaveLength(1);
  expect(await store.count(comparisonFindingEntity, {})).toBe(1);
});

test("without an operator a difference is mailed as soon as there is one", async () => {
  await record([OPEN]);
  await makeOperator();
  await record([OPEN]);
  expect(await listMailed()).toHaveLength(1);
});

test("when the mail cannot be queued, the comparison before stays", async () => {
  await makeOperator();
  await record([REPAIRED]);
  await store.update(userEntity, { isMaster: true }, { email: "no email" });
  await expect(record([OPEN])).rejects.toMatchObject({ code: "invalid" });
  const [, subscriptions, cards] = await readComparisons(store, "en");
  expect([subscriptions?.not_repaired, cards?.repaired]).toEqual([0, 1]);
});

test("of very many differences those that could not be repaired are kept first, and all are counted", async () => {
  await makeOperator();
  const many = Array.from({ length: FINDINGS_KEPT }, (_, index) => ({ ...REPAIRED, what: `card ${index}` }));
  const lines = { ...OPEN, area: "cards" as const, failure: "an error\nof two lines" };
  for (let run = 0; run < 2; run += 1) await record([...many, lines]);
  const cards = (await readComparisons(store, "en")).find(({ area }) => area === "cards");
  expect(cards).toMatchObject({ repaired: FINDINGS_KEPT, not_repaired: 1 });
  expect(cards?.differences[0]?.what).toBe(OPEN.what);
  expect(await store.count(comparisonFindingEntity, {})).toBe(FINDINGS_KEPT);
  expect(await listMailed()).toMatchObject([
    { differences: [`${accountId}: another live subscription: an error of two lines`] },
  ]);
});
