/** The message after an invitation: who was invited, who was invited again, and how many seats are left. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { subscriptionEntity } from "~/models/subscription.server";
import { planEntity } from "~/models/plan.server";
import { inviteEntity } from "~/models/invite.server";
import type { OpenStore } from "~/models/store/database";
import { createBrowser, PASSWORD } from "../support/clients";
import { startProduct, type Product } from "../support/product";
import { openProductStore } from "../support/product-store";
import { join, makeOwner, type TeamMember } from "../support/team";

let product: Product;
let store: OpenStore;
let owner: TeamMember;
beforeAll(async () => {
  product = await startProduct();
  store = await openProductStore(product);
  owner = await makeOwner(product, "owner@example.com", "Olivia Owner");
});
afterAll(async () => {
  await store.close();
  await product.stop();
});

test("inviting a pending email again is reported as sent again", async () => {
  const inviteAndGetMessage = async (email: string) =>
    (await owner.call("POST", "/api/invite", { email })).message;
  await join(product, owner.call, { email: "joined@example.com" });
  expect(await inviteAndGetMessage("pending@example.com")).toBe("Invited: pending@example.com.");
  expect(await inviteAndGetMessage("pending@example.com")).toBe(
    "Invitation sent again to pending@example.com.",
  );
  expect(await inviteAndGetMessage("pending@example.com, joined@example.com, third@example.com")).toBe(
    "Invited: third@example.com. Sent again to pending@example.com. Already members: joined@example.com.",
  );
  expect(await inviteAndGetMessage("joined@example.com")).toBe(
    "Already members: joined@example.com. No invitation was sent.",
  );
  const { id } = (await store.findOne(inviteEntity, { email: "third@example.com" })) ?? {};
  const resent = await owner.call("POST", `/api/invite/${id}/resend`);
  expect(resent.message).toBe("Invitation sent again to third@example.com.");
});

test("the message about too few seats counts them, and asks an admin to contact the owner", async () => {
  const { call } = await makeOwner(product, "seats@example.com");
  const admin = await join(product, call, { email: "seats.admin@example.com", permission: "admin" });
  const planId = "small-team";
  const plan = await store.findOne(planEntity, { id: "free" });
  if (!plan) throw new Error("there is no free plan");
  await store.insert(planEntity, { ...plan, id: planId, seatLimit: 3, isActive: false });
  const accountId = String((await call("GET", "/api/auth")).data.account_id);
  // Without a customer, no late event of the provider brings the previous plan back.
  await store.update(subscriptionEntity, { id: accountId }, { planId, customerId: null, providerId: null });
  const expectPlanError = async (by: typeof call, email: string) => {
    const answer = await by("POST", "/api/invite", { email });
    expect(answer).toMatchObject({ status: 402, body: { inputError: "email" } });
    return answer.message;
  };
  expect(await expectPlanError(call, "a@example.com, b@example.com, c@example.com")).toBe(
    "Your plan includes 3 members. Members and open invitations: 2. New emails: 3. " +
      "Upgrade the plan to invite more members.",
  );
  expect(await expectPlanError(admin.call, "a@example.com, b@example.com")).toBe(
    "Your plan includes 3 members. Members and open invitations: 2. New emails: 2. " +
      "Ask the account owner to upgrade the plan.",
  );
  expect((await call("POST", "/api/invite", { email: "a@example.com" })).status).toBe(200);
  expect(await expectPlanError(call, "b@example.com")).toBe(
    "Your plan includes 3 members. Members and open invitations: 3. New emails: 1. " +
      "Upgrade the plan to invite more members.",
  );
  expect(await expectPlanError(admin.call, "b@example.com")).toBe(
    "Your plan includes 3 members. Members and open invitations: 3. New emails: 1. " +
      "Ask the account owner to upgrade the plan.",
  );
});

test("the page knows how many places are left, whether it shows all or some of the list; expired invitations take none", async () => {
  const { call } = await makeOwner(product, "places@example.com");
  await store.update(planEntity, { id: "scale" }, { seatLimit: 5 });
  await call("POST", "/api/invite", { email: "open.place@example.com, late.place@example.com" });
  await store.update(inviteEntity, { email: "late.place@example.com" }, { expiresAt: new Date(0) });
  const browser = createBrowser(product);
  await browser.post("/signin", { email: "places@example.com", password: PASSWORD });
  for (const path of ["/account/users.data", "/account/users.data?permission=owner"]) {
    expect((await browser.get(path)).html).toContain('"used",2,"limit",5');
  }
});
