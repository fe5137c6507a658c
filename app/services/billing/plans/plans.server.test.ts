/** The plans of a new installation, and of one that a later version has plans for. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { planEntity, listActivePlans } from "~/models/plan.server";
import type { OpenStore } from "~/models/store/database";
import { openTestStore } from "../../../../tests/support/migrated-stores";
import { makeTestUser } from "../../../../tests/support/users";
import { insertShippedPlans } from "./plans.server";

let store: OpenStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

const listOffered = async () => (await listActivePlans(store)).map(({ id }) => id);

test("a new installation offers every plan, the yearly ones next to their monthly twins", async () => {
  await insertShippedPlans(store);
  expect(await listOffered()).toEqual(["free", "pro", "pro-yearly", "team", "team-yearly", "scale"]);
});

test("a plan that is missing where there are users is added, and is not on offer", async () => {
  await insertShippedPlans(store);
  await store.remove(planEntity, { id: "team-yearly" });
  await store.update(planEntity, { id: "team" }, { priceMinor: 2000 });
  await makeTestUser(store, { permission: "owner", isVerified: true, subscription: "active" });
  await insertShippedPlans(store);
  expect(await listOffered()).toEqual(["free", "pro", "pro-yearly", "team", "scale"]);
  expect(await store.findOne(planEntity, { id: "team-yearly" })).toMatchObject({ isActive: false });
  expect(await store.findOne(planEntity, { id: "team" })).toMatchObject({ priceMinor: 2000, isActive: true });
});
