/** An invitation whose link has expired: what its page says, and who gets the mail of a reader who asks for a new one. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { mailEntity } from "~/models/mail.server";
import { inviteEntity } from "~/models/invite.server";
import { days } from "~/domain/limits";
import type { OpenStore } from "~/models/store/database";
import { createApiClient, createBrowser } from "../support/clients";
import { readSubject, startProduct, waitFor, type Product } from "../support/product";
import { openProductStore } from "../support/product-store";
import { createJoinInput, invite, join, makeOwner, type TeamMember } from "../support/team";

let product: Product;
let store: OpenStore;
let owner: TeamMember;
beforeAll(async () => {
  product = await startProduct();
  store = await openProductStore(product);
  owner = await makeOwner(product, "owner@expired.test", "Olivia Owner");
});
afterAll(async () => {
  await store.close();
  await product.stop();
});

const expire = async (email: string, change = {}) => {
  const link = await invite(product, owner.call, { email });
  await store.update(inviteEntity, { email }, { expiresAt: new Date(Date.now() - 1000), ...change });
  return link;
};
const ask = (link: { id: string; email: string }) =>
  createApiClient(product)("POST", "/api/invite/request", { invite_id: link.id, email: link.email });
const countAsked = (email: string, asking: string) =>
  product.mailsTo(email).filter((mail) => readSubject(mail).includes(`${asking} asks for a new invitation`))
    .length;

test("its page says that it expired, by whom and for which account, and asks the inviter for a new one once a day", async () => {
  const inviter = await makeOwner(product, "asked@expired.test", "Ines Inviter");
  const link = await invite(product, inviter.call, { email: "expired@expired.test" });
  await store.update(inviteEntity, { email: link.email }, { expiresAt: new Date(Date.now() - 1000) });
  const visitor = createBrowser(product);
  const url = `/signup/user?id=${link.id}&email=${encodeURIComponent(link.email)}`;
  const { html } = await visitor.get(url);
  expect(html).toContain("This invitation has expired");
  for (const part of ["Ines Inviter invited you to", "The link expired on"]) expect(html).toContain(part);
  expect(await visitor.post(url, { intent: "ask", invite_id: link.id, email: link.email })).toMatchObject({
    status: 302,
  });
  expect(await product.mailTo("asked@expired.test", /asks for a new invitation/)).toContain(link.email);
  const asked = await visitor.get(url);
  expect(asked.html).toContain("you can ask again in a day");
  expect(asked.html).not.toContain("Ask for a new invitation");
  await Promise.all([ask(link), ask(link), ask(link)]);
  await waitForMails();
  expect(countAsked("asked@expired.test", link.email)).toBe(1);
  await store.update(inviteEntity, { email: link.email }, { askedAt: new Date(Date.now() - days(1) - 1000) });
  await Promise.all([ask(link), ask(link), ask(link)]);
  await waitForMails();
  expect(countAsked("asked@expired.test", link.email)).toBe(2);
});

test("the owner is asked where the inviter has left", async () => {
  const own = await makeOwner(product, "stays@expired.test");
  const admin = await join(product, own.call, { email: "leaves@expired.test", permission: "admin" });
  const link = await invite(product, admin.call, { email: "left-over@expired.test" });
  await own.call("DELETE", `/api/user/${admin.id}`);
  await store.update(inviteEntity, { email: link.email }, { expiresAt: new Date(Date.now() - 1000) });
  expect(await ask(link)).toMatchObject({ status: 200 });
  await product.mailTo("stays@expired.test", /asks for a new invitation/);
  expect(countAsked("leaves@expired.test", link.email)).toBe(0);
});

test("a revoked, accepted, renewed, open or foreign invitation offers nothing, and all look alike", async () => {
  const revoked = await expire("revoked-late@expired.test");
  await store.remove(inviteEntity, { email: revoked.email });
  const renewed = await expire("renewed@expired.test");
  await invite(product, owner.call, { email: "renewed@expired.test" });
  const accepted = await invite(product, owner.call, { email: "accepted-late@expired.test" });
  await createApiClient(product)("POST", "/api/user", createJoinInput(accepted));
  const other = { ...(await expire("foreign@expired.test")), email: "another@expired.test" };
  const invented = { id: "inv_nonsense", email: "foreign@expired.test" };
  for (const link of [revoked, renewed, accepted, other, invented]) {
    const url = `/signup/user?id=${link.id}&email=${encodeURIComponent(link.email)}`;
    const { html } = await createBrowser(product).get(url);
    expect(html).toContain("This invitation is no longer valid");
    expect(html).not.toContain("Ask for a new invitation");
    expect(await ask(link)).toMatchObject({
      status: 400,
      message: "This invitation is no longer valid. Request a new one.",
    });
  }
  const open = await invite(product, owner.call, { email: "still-open@expired.test" });
  expect(await ask(open)).toMatchObject({ status: 400 });
});

const waitForMails = () =>
  waitFor(async () => (await store.count(mailEntity, { status: "waiting" })) === 0, "the outbox to be empty");
