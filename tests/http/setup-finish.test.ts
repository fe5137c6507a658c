/** The last steps of setup: the identity providers' keys, closing setup, the first master, and what mission control shows then. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditEntity } from "~/models/audit.server";
import { tokenEntity } from "~/models/token.server";
import { userEntity } from "~/models/user.server";
import { KNOWN_IDENTITY_PROVIDER_IDS } from "~/domain/identity-providers";
import type { OpenStore } from "~/models/store/database";
import { startIdentitySandbox } from "../../sandbox/identity-providers/server";
import {
  createBrowser,
  createBrowserWithSession,
  createVerifiedUser,
  signUp,
  type Browser,
  type Call,
} from "../support/clients";
import { findFreePort } from "../support/free-port";
import { getMembership, makeSession } from "../support/users";
import { linkIn, waitFor, type Product } from "../support/product";
import { openProductStore } from "../support/product-store";
import { createSetupClient, SETUP_TOKEN, startOpenProduct } from "../support/setup";
import { consent } from "../support/identity-provider";

const SECRET = "canary-secret-of-facebook-wxyz";
const FACEBOOK = { facebook_client_id: "1234567890", facebook_client_secret: SECRET };
const MASTER = "master@example.com";

let product: Product;
let store: OpenStore;
let provider: Awaited<ReturnType<typeof startIdentitySandbox>>;
beforeAll(async () => {
  const port = await findFreePort();
  const client = { id: FACEBOOK.facebook_client_id, secret: SECRET };
  const clients = Object.fromEntries(
    KNOWN_IDENTITY_PROVIDER_IDS.map((network) => [
      network,
      { ...client, callback: `http://localhost:${port}/auth/${network}/callback` },
    ]),
  );
  provider = await startIdentitySandbox({ clients });
  product = await startOpenProduct({
    PORT: String(port),
    FACEBOOK_BASE_URL: `http://127.0.0.1:${provider.port}/facebook`,
    TWITTER_BASE_URL: `http://127.0.0.1:${provider.port}/twitter`,
    // Nothing listens there.
    LINKEDIN_BASE_URL: `http://127.0.0.1:${await findFreePort()}/linkedin`,
  });
  store = await openProductStore(product);
});
afterAll(async () => {
  await store.close();
  await product.stop();
  await provider.close();
});

const readSaved = () => readFileSync(join(product.dataDir, "config.json"), "utf8");
const read = () => createSetupClient(product)("GET", "/api/setup/auth");
async function save(fields: object) {
  const { revision } = (await read()).data;
  return createSetupClient(product)("POST", "/api/setup/auth", { revision, ...fields });
}
async function openSetup(): Promise<Browser> {
  const operator = createBrowser(product);
  await operator.get(`/setup?token=${encodeURIComponent(SETUP_TOKEN)}`);
  return operator;
}

test("each network's callback URL is shown, and keys that the network rejects are not saved", async () => {
  const { data } = await read();
  expect(data.networks).toContainEqual({
    provider: "twitter",
    name: "X",
    callback_url: `${product.url}/auth/twitter/callback`,
    state: "sandbox",
  });
  const wrong = await save({ ...FACEBOOK, facebook_client_secret: "another secret", confirm: true });
  expect(wrong).toMatchObject({ status: 400, data: { findings: [{ level: "failure" }] } });
  expect(wrong.message).toContain("Facebook rejects the keys");
  expect(JSON.parse(readSaved())).toMatchObject({ settings: {} });
  expect(readSaved()).not.toContain("FACEBOOK");
});

test.each([
  [{ facebook_client_id: "1234567890" }, "facebook_client_secret"],
  [{ twitter_client_secret: "alone" }, "twitter_client_id"],
  [{ linkedin_client_id: "", linkedin_client_secret: "alone" }, "linkedin_client_id"],
])("half of a pair is refused: %j lacks %s", async (fields, inputError) => {
  expect(await save(fields)).toMatchObject({ status: 400, body: { inputError } });
});

test("keys that the network accepts are saved encrypted and in use at once, and the secret is never shown", async () => {
  const saved = await save(FACEBOOK);
  expect(saved.data).toMatchObject({ saved: true, level: "ok" });
  const now = await read();
  expect(now.data.settings).toContainEqual(
    expect.objectContaining({ name: "FACEBOOK_CLIENT_SECRET", source: "saved", value: null, ending: "wxyz" }),
  );
  const page = await (await openSetup()).get("/setup?page=6");
  expect(page.html).toContain(`value="${FACEBOOK.facebook_client_id}"`);
  for (const shown of [readSaved(), JSON.stringify([saved.body, now.body]), page.html])
    expect(shown).not.toContain("canary");
});

test("a network that cannot be asked is a warning, and an empty secret keeps the one that is set", async () => {
  const linkedin = { linkedin_client_id: "1", linkedin_client_secret: "s" };
  expect(await save(linkedin)).toMatchObject({ status: 400, data: { findings: [{}, { level: "warning" }] } });
  expect((await save({ ...linkedin, confirm: true })).data).toMatchObject({ saved: true });
  const kept = await save({ ...FACEBOOK, facebook_client_secret: "", linkedin_client_id: "" });
  expect(kept.data).toMatchObject({ saved: true, level: "ok" });
  const names = Object.keys((JSON.parse(readSaved()) as { settings: object }).settings).sort();
  expect(names).toEqual(["FACEBOOK_CLIENT_ID", "FACEBOOK_CLIENT_SECRET"]);
});

test("without scripts, a warning brings the form back without the secret that was typed", async () => {
  const operator = await openSetup();
  const { html } = await operator.post("/setup?page=6", {
    intent: "authentication",
    revision: String((await read()).data.revision),
    linkedin_client_id: "typed id",
    linkedin_client_secret: "canary typed",
  });
  expect(html).toContain("typed id");
  expect(html).toContain("be reached from this server");
  expect(html).not.toContain("canary");
});

test("trying a network walks its flow and shows what comes back, and signs no one in", async () => {
  const operator = await openSetup();
  const away = await operator.get("/auth/facebook?setup=1");
  expect(away.location).toContain(`127.0.0.1:${provider.port}/facebook`);
  const back = await consent(away.location ?? "", { name: "<b>Ada</b>", email: "ada@example.com" });
  const answer = await operator.get(back.pathname + back.search);
  expect(answer.location).toBe("/setup?page=6");
  const { html } = await operator.get("/setup?page=6");
  expect(html).toContain("Facebook works");
  expect(html).toContain("&lt;b&gt;Ada&lt;/b&gt;");
  expect(operator.cookies.has("session")).toBe(false);
  expect([await store.count(userEntity, {}), await store.count(tokenEntity, {})]).toEqual([0, 0]);
  // The code and the state work once.
  expect((await operator.get(back.pathname + back.search)).location).toContain("/signin");
});

test("a refusal at the network and a broken flow are reported, and keep the result as a failed test", async () => {
  const operator = await openSetup();
  const away = await operator.get("/auth/facebook?setup=1");
  const denied = await consent(away.location ?? "", { decision: "deny" });
  await operator.get(denied.pathname + denied.search);
  expect((await operator.get("/setup?page=6")).html).toContain("You declined at Facebook");
  await operator.get("/auth/facebook?setup=1");
  await operator.get("/auth/facebook/callback?code=x&state=y");
  expect((await operator.get("/setup?page=6")).html).toContain("belong to this browser");
  expect((await read()).data.test).toMatchObject({ level: "failure" });
});

test("only who may set the product up can try a network", async () => {
  const stranger = createBrowser(product);
  expect((await stranger.get("/auth/facebook?setup=1")).location).toBe("/setup");
  const operator = await openSetup();
  const away = await operator.get("/auth/facebook?setup=1");
  const back = await consent(away.location ?? "", {});
  operator.cookies.delete("setup");
  expect((await operator.get(back.pathname + back.search)).location).toBe("/setup");
});

test("the last step lists what is set, what is a stand-in, and what the checks warn about", async () => {
  const { html } = await (await openSetup()).get("/setup?page=7");
  for (const text of [
    "Keys are set for: Facebook",
    "The payment sandbox",
    "For trying out",
    "No backup is known.",
  ])
    expect(html).toContain(text);
});

test("a page that is out of date does not close setup", async () => {
  const call = createSetupClient(product);
  const stale = await call("POST", "/api/setup/finish", { revision: 0, first_master_email: "x@example.com" });
  expect(stale.status).toBe(409);
  expect((await read()).status).toBe(200);
  expect(await store.count(tokenEntity, {})).toBe(0);
});

test("finishing names the first master, closes setup for good, and leads to the sign-up page", async () => {
  const operator = await openSetup();
  const revision = String((await read()).data.revision);
  const finished = await operator.post("/setup?page=7", {
    intent: "finish",
    revision,
    first_master_email: "Master@Example.com",
  });
  expect(finished.location).toBe("/signup");
  expect((await operator.get("/setup?page=7")).location).toBe("/404");
  expect((await operator.get("/auth/facebook?setup=1")).location).toBe("/404");
  for (const [method, path] of [
    ["GET", "/api/setup/auth"],
    ["POST", "/api/setup/auth"],
    ["POST", "/api/setup/finish"],
  ] as const)
    expect((await createSetupClient(product)(method, path, method === "GET" ? undefined : {})).status).toBe(
      404,
    );
});

test("the user who signs up with that email becomes a master by verifying it, once, and no one else does", async () => {
  const other = await createVerifiedUser(product, "other@example.com");
  expect((await other.call("GET", "/api/master/health")).status).toBe(403);
  const stranger = await signUp(product, MASTER, "A Stranger");
  const master = await signUp(product, MASTER, "The Master");
  expect((await stranger.call("GET", "/api/master/health")).status).toBe(403);
  await verifyByMails(master, 2);
  expect((await master.call("GET", "/api/master/health")).status).toBe(200);
  const moved = "former@example.com";
  await store.update(userEntity, { email: MASTER, isMaster: true }, { email: moved, emailClaim: moved });
  const next = await signUp(product, MASTER, "The Next");
  await verifyByMails(next, 3);
  expect((await next.call("GET", "/api/user")).data).toMatchObject({ verified: true });
  expect((await next.call("GET", "/api/master/health")).status).toBe(403);
  expect(await store.count(userEntity, { isMaster: true })).toBe(1);
  expect(await store.count(auditEntity, { action: "master_named" })).toBe(1);
});

/** Tries the links of all these mails: the order in which they arrive says nothing of the user whose link it is. */
async function verifyByMails({ call }: { call: Call }, count: number): Promise<void> {
  await waitFor(() => product.mailsTo(MASTER).length >= count, "the mails");
  for (const mail of product.mailsTo(MASTER)) {
    const token = linkIn(mail, "/signup/verify").searchParams.get("token");
    await call("POST", "/api/user/verify", { token });
  }
}

test("health shows a master what the doctor checks and every setting's source in their language, without a secret", async () => {
  const { id = "", email = "" } = (await store.findOne(userEntity, { isMaster: true })) ?? {};
  const session = await makeSession(store, { ...(await getMembership(store, email)), kind: "browser" });
  const before = createBrowserWithSession(product, session);
  const english = await before.get("/master/health");
  expect(english.status).toBe(200);
  for (const text of [
    "No backup is known.",
    "FACEBOOK_CLIENT_SECRET",
    "Set, ends with wxyz",
    "LINKEDIN_BASE_URL",
  ])
    expect(english.html).toContain(text);
  await store.update(userEntity, { id }, { locale: "es" });
  const spanish = await before.get("/master/health");
  expect(spanish.html).toContain("No consta ninguna copia de seguridad.");
  expect(spanish.html).toContain("Definido, termina en wxyz");
  const secret = readFileSync(join(product.dataDir, "app.secret"), "utf8").trim();
  for (const { html } of [english, spanish]) {
    expect(html).not.toContain("canary");
    expect(html).not.toContain(SETUP_TOKEN);
    expect(html).not.toContain(secret);
  }
  expect(await product.wholeOutput()).not.toContain("canary");
});
