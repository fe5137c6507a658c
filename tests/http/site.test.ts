/** The operator's switches: an announcement, and who may sign up. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { siteSwitchEntity } from "~/models/site-switch.server";
import { userEntity } from "~/models/user.server";
import { auditEntity } from "~/models/audit.server";
import { OPERATIONS } from "~/services/operations.server";
import type { SiteResponse } from "~/services/master/site.server";
import { createApiClient, createBrowser, PASSWORD } from "../support/clients";
import { openStage, type Caller, type Stage } from "../support/impersonation";
import { startProduct, waitFor, type Product } from "../support/product";
import { enterBy, getToken, signInByIdentityProvider } from "../support/identity-provider";
import { createJoinInput, invite, makeOwner, type InviteLink } from "../support/team";

let product: Product;
let stage: Stage;
let master: Caller;
let member: Caller;
beforeAll(async () => {
  product = await startProduct();
  stage = await openStage(product);
  [master, member] = [await stage.person("master"), await stage.person("owner")];
});
afterAll(async () => {
  await stage.close();
  await product.stop();
});

const readSite = async () => (await master.call("GET", "/api/master/site")).data as unknown as SiteResponse;

async function announce(given: { text_en?: string; text_es?: string; from?: string; until?: string } = {}) {
  const { revision } = (await readSite()).announcement;
  const texts = { text_en: "New: webhooks", text_es: "Nuevo: webhooks" };
  return master.call("PUT", "/api/master/site/announcement", { ...texts, ...given, revision });
}
async function setSignUps(mode: string) {
  const { revision } = (await readSite()).sign_ups;
  return master.call("PUT", "/api/master/site/signups", { mode, revision });
}
const listActions = async () =>
  (await stage.store.find(auditEntity, { accountId: master.accountId })).map(({ action, target }) => [
    action,
    target,
  ]);

describe("the announcement", () => {
  test("the announcement is shown to a signed-in user and on the sign-in page, each in their language", async () => {
    expect((await announce()).status).toBe(200);
    expect((await member.browser.get("/dashboard")).html).toContain("New: webhooks");
    const spanish = await createBrowser(product).get("/signin", { "Accept-Language": "es" });
    expect(spanish.html).toContain("Nuevo: webhooks");
    expect(await listActions()).toContainEqual(["announcement_changed", "New: webhooks"]);
  });

  test("the announcement is not shown again to a browser that dismissed it, until its text changes", async () => {
    await announce({ text_en: "Dismissed <b>" });
    const shown = (await member.browser.get("/account/profile?x=1")).html;
    expect(shown).toContain("Dismissed &lt;b&gt;");
    const id = /name="announcement" value="([\w-]+)"/.exec(shown)?.[1] ?? "";
    const answer = await member.browser.post("/preferences", {
      announcement: id,
      return_to: "/account/profile?x=1",
    });
    expect(answer.location).toBe("/account/profile?x=1");
    expect((await member.browser.get("/account/profile")).html).not.toContain("Dismissed");
    expect((await master.browser.get("/dashboard")).html).toContain("Dismissed");
    await announce({ text_en: "Dismissed <b>", until: new Date(Date.now() + 9e6).toISOString() });
    expect((await member.browser.get("/account/profile")).html).not.toContain("Dismissed");
    await announce({ text_en: "Another text" });
    expect((await member.browser.get("/account/profile")).html).toContain("Another text");
  });

  test.each([
    ["begins later", { from: new Date(Date.now() + 9e6).toISOString() }, false],
    ["has ended", { until: new Date(Date.now() - 9e6).toISOString() }, false],
    ["has begun, in UTC without a zone", { from: "2026-01-01T00:00", until: "2999-01-01T00:00" }, true],
  ])("an announcement that %s is shown: %s", async (_name, times, isShown) => {
    await announce({ text_en: "At its time", ...times });
    expect((await member.browser.get("/dashboard")).html.includes("At its time")).toBe(isShown);
    expect((await readSite()).announcement.is_shown).toBe(isShown);
  });

  test("an announcement in one language is shown to readers of the other as well", async () => {
    expect((await announce({ text_en: "", text_es: "Solo en español" })).status).toBe(200);
    expect((await member.browser.get("/dashboard")).html).toContain("Solo en español");
    expect(await listActions()).toContainEqual(["announcement_changed", "Solo en español"]);
    expect((await announce({ text_en: "Only in English", text_es: "" })).status).toBe(200);
    const spanish = await createBrowser(product).get("/signin", { "Accept-Language": "es" });
    expect(spanish.html).toContain("Only in English");
  });

  test("the announcement needs a text, and an end after its beginning", async () => {
    const empty = await announce({ text_en: "", text_es: "" });
    expect(empty).toMatchObject({ status: 400, body: { inputError: "text_en" } });
    const backwards = { from: "2026-02-02T00:00", until: "2026-02-01T23:59" };
    expect(await announce(backwards)).toMatchObject({ status: 400, body: { inputError: "until" } });
    expect(await announce({ from: "2026-02-31T99:00" })).toMatchObject({ body: { inputError: "from" } });
  });

  test("the page removes the announcement without scripts", async () => {
    await announce({ text_en: "Soon gone" });
    const { revision } = (await readSite()).announcement;
    const fields = { intent: "remove-announcement", revision: String(revision) };
    expect((await master.browser.post("/master/site", fields)).status).toBe(302);
    expect((await member.browser.get("/dashboard")).html).not.toContain("Soon gone");
    expect(await listActions()).toContainEqual(["announcement_removed", null]);
  });
});

describe("sign-ups", () => {
  afterEach(async () => {
    await setSignUps("open");
  });
  const signUp = (email: string) =>
    createApiClient(product)("POST", "/api/account", {
      name: "New",
      email,
      password: PASSWORD,
      confirm_password: PASSWORD,
    });

  test.each([
    ["invited", "need an invitation"],
    ["closed", "Sign-ups are closed"],
  ])("%s: the page and the call refuse, and say what to do", async (mode, text) => {
    await setSignUps(mode);
    const page = await createBrowser(product).get("/signup");
    expect(page.html).toContain(text);
    expect(page.html).not.toContain('name="confirm_password"');
    expect(await signUp(`${mode}@example.com`)).toMatchObject({ status: 403 });
    expect((await signUp(`${mode}@example.com`)).message).toContain(text);
    expect(await stage.store.find(userEntity, { email: `${mode}@example.com` })).toEqual([]);
    expect(await listActions()).toContainEqual(["sign_ups_changed", mode]);
  });

  test.each([
    ["invited", "need an invitation"],
    ["closed", "Sign-ups are closed"],
  ])("%s: a new user of an identity provider is refused, and a known one signs in", async (mode, text) => {
    const known = { name: "Known", email: `known-${mode}@example.com` };
    await enterBy(createBrowser(product), "facebook", { as: known, query: "?signup=1" });
    await setSignUps(mode);
    const fresh = { name: "Fresh", email: `fresh-${mode}@example.com` };
    const visitor = createBrowser(product);
    const page = await signInByIdentityProvider(visitor, "facebook", { as: fresh, query: "?signup=1" });
    expect((await visitor.get(page)).html).toContain(text);
    const answer = await visitor.post(page, { token: getToken(page), signup: "true" });
    expect(answer.status).toBe(403);
    expect(answer.html).toContain(text);
    expect(await stage.store.count(userEntity, { email: fresh.email })).toBe(0);
    expect((await enterBy(createBrowser(product), "facebook", { as: known })).status).toBe(302);
  });

  test("an invited user joins while sign-ups need an invitation, and not while they are closed", async () => {
    const owner = await makeOwner(product, "inviting@example.com");
    const [early, late] = [
      await invite(product, owner.call, { email: "early@example.com" }),
      await invite(product, owner.call, { email: "late@example.com" }),
    ];
    const join = (link: InviteLink) => createApiClient(product)("POST", "/api/user", createJoinInput(link));
    await setSignUps("invited");
    expect((await join(early)).status).toBe(200);
    await setSignUps("closed");
    const page = await createBrowser(product).get(`/signup/user?id=${late.id}&email=${late.email}`);
    expect(page.html).toContain("Sign-ups are closed");
    expect((await join(late)).status).toBe(403);
    await setSignUps("open");
    expect((await join(late)).status).toBe(200);
  });

  test("once sign-ups are open again, a user signs up", async () => {
    await setSignUps("closed");
    await setSignUps("open");
    expect((await signUp("open@example.com")).status).toBe(200);
  });
});

describe("two masters at once", () => {
  test("the second change from the same state is refused and changes nothing, also of two first ones", async () => {
    const { revision } = (await readSite()).sign_ups;
    const send = (mode: string) => master.call("PUT", "/api/master/site/signups", { mode, revision });
    const answers = await Promise.all(["invited", "closed", "invited", "closed"].map(send));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect((await readSite()).sign_ups.revision).toBe(revision + 1);
    await setSignUps("open");
  });

  test("a form with an old state shows the conflict and what was typed", async () => {
    await announce({ text_en: "By the first" });
    const fields = { intent: "announce", text_en: "By the second", text_es: "x", revision: "1" };
    const answer = await master.browser.post("/master/site", fields);
    expect(answer.status).toBe(409);
    expect(answer.html).toContain("changed in the meantime");
    expect(answer.html).toContain('value="By the second"');
  });
});

test("a change in the database is noticed within five seconds, without a request", async () => {
  const revision = (await readSite()).announcement.revision;
  const value = JSON.stringify({ texts: { en: "From elsewhere", es: "De fuera" }, from: null, until: null });
  const changedAt = new Date();
  await stage.store.update(
    siteSwitchEntity,
    { id: "announcement" },
    { value, revision: revision + 1, changedAt },
  );
  const before = Date.now();
  await waitFor(
    async () => (await createBrowser(product).get("/signin")).html.includes("From elsewhere"),
    "the announcement of another process",
  );
  expect(Date.now() - before).toBeLessThan(5000);
});

test("only masters read and switch the site", async () => {
  expect((await member.call("GET", "/api/master/site")).status).toBe(403);
  for (const { method, path } of OPERATIONS.filter(({ path }) => path.startsWith("/api/master/site/")))
    expect((await member.call(method, path, { revision: 0 })).status, path).toBe(403);
  expect((await member.browser.get("/master/site")).location).toBe("/signin");
});
