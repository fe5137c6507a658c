/** Setup's steps Payment provider and Mail provider, in the built product. */
import { userEntity } from "~/models/user.server";
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createBrowser, signUp, type Call } from "../support/clients";
import {
  MAILGUN_DOMAIN,
  MAILGUN_KEY,
  startMailgunServer,
  type MailgunServer,
} from "../support/mailgun-server";
import { listFilledButtons } from "../support/filled-buttons";
import { openProductStore } from "../support/product-store";
import { waitFor, type Product } from "../support/product";
import { createSetupClient, SETUP_TOKEN, startOpenProduct } from "../support/setup";
import { startStripeAccount, type StripeAccount } from "../support/stripe-account";

const CANARY = "canary";
const WEBHOOK_SECRET = "whsec_canary_webhook";
const MAIL = {
  mail_provider: "mailgun",
  api_key: MAILGUN_KEY,
  domain: MAILGUN_DOMAIN,
  host: "api.eu.mailgun.net",
  sender: `Acme <hello@${MAILGUN_DOMAIN}>`,
  test_email: "ada@example.com",
};

let product: Product;
let mailgun: MailgunServer;
let stripe: StripeAccount;
let call: Call;
beforeAll(async () => {
  [mailgun, stripe] = await Promise.all([startMailgunServer(), startStripeAccount()]);
  product = await startOpenProduct({ MAILGUN_API_BASE: mailgun.url, STRIPE_API_BASE: stripe.url });
  call = createSetupClient(product);
});
afterAll(async () => {
  await product.stop();
  await Promise.all([mailgun.close(), stripe.close()]);
});

const readRevision = async () => Number((await call("GET", "/api/setup/mailgun")).data.revision);
const save = async (path: string, body: object) =>
  call("POST", path, { revision: await readRevision(), ...body });
const readFile = () => readFileSync(join(product.dataDir, "config.json"), "utf8");
async function openWizard() {
  const visitor = createBrowser(product);
  await visitor.get(`/setup?token=${encodeURIComponent(SETUP_TOKEN)}`);
  return visitor;
}

describe("the mail provider", () => {
  test("a wrong key saves nothing, and the message names both causes", async () => {
    const wrong = { ...MAIL, api_key: "key-canary-wrong", confirm: true };
    for (const more of [{}, { only_test: true }]) {
      const { status, body, message } = await save("/api/setup/mailgun", { ...wrong, ...more });
      expect(message).toMatch(/401.*API key.*region/);
      expect([status, body]).toEqual([
        400,
        {
          message,
          inputError: "api_key",
          data: { findings: [{ level: "failure", message, field: "api_key" }] },
        },
      ]);
    }
    expect(readFile()).not.toContain("MAILGUN");
  });

  test("testing sends one mail to the address that was typed, and saves nothing", async () => {
    const { data } = await save("/api/setup/mailgun", { ...MAIL, only_test: true });
    expect(data).toMatchObject({ saved: false, level: "ok" });
    expect(JSON.stringify(data.findings)).toContain("Queued. Thank you.");
    expect(mailgun.mails.map(({ to }) => to)).toEqual(["ada@example.com"]);
    expect(mailgun.mails[0]?.content).toContain(`From: Acme <hello@${MAILGUN_DOMAIN}>`);
  });

  test.each([
    ["api_key", { api_key: "" }],
    ["domain", { domain: "https://mg.example.com" }],
    ["host", { host: "api.evil.example" }],
    ["sender", { sender: "Acme" }],
    ["test_email", { test_email: "" }],
    ["smtp_host", { mail_provider: "smtp", smtp_host: "a:25/x" }],
    ["mail_provider", { mail_provider: "sendmail" }],
  ])("a form whose %s cannot be used is refused at that field", async (field, more) => {
    const refused = await save("/api/setup/mailgun", { ...MAIL, ...more });
    expect(refused).toMatchObject({ status: 400, body: { inputError: field } });
  });

  test("without scripts, a failed test shows the reason, and what was typed but the key", async () => {
    const visitor = await openWizard();
    const fields = { ...MAIL, api_key: "key-canary-wrong", revision: String(await readRevision()) };
    const { status, html } = await visitor.post("/setup?page=4", { intent: "mail", ...fields });
    expect(status).toBe(200);
    expect(html).toMatch(/name="api_key" aria-invalid="true"[^>]*aria-describedby="[^"]*-error"/);
    expect(html).toMatch(/role="alert"[^>]*>.{0,300}the other region/);
    expect(html).toContain(`value="${MAILGUN_DOMAIN}"`);
    expect(html).not.toContain(CANARY);
  });

  test("the step preselects what is in use, has one filled button, and says what skipping leaves out", async () => {
    const { html } = await (await openWizard()).get("/setup?page=4");
    expect(html).toMatch(
      /<input[^>]* value="files"[^>]* checked=""|<input[^>]* checked=""[^>]* value="files"/,
    );
    expect(listFilledButtons(html)).toEqual(["Test and saveSave"]);
    expect(html).toMatch(/<a[^>]* href="\/setup\?page=5"[^>]*>Skip email<\/a>/);
  });

  test("what was saved sends at once, from the outbox", async () => {
    const { data } = await save("/api/setup/mailgun", MAIL);
    expect(data).toMatchObject({ saved: true, level: "ok" });
    await signUp(product, "grace@example.com");
    const isHers = ({ to }: { to: string }) => to === "grace@example.com";
    const sent = await waitFor(() => mailgun.mails.find(isHers), "the mail");
    expect(sent.content).toContain("/signup/verify?token=");
  });

  test("without test_email nothing is sent: the settings are saved, and the answer says so", async () => {
    const sent = mailgun.mails.length;
    const { test_email: _, ...rest } = MAIL;
    const answer = await call("POST", "/api/setup/mailgun", rest);
    expect(answer).toMatchObject({ status: 200, data: { saved: true, level: "ok" } });
    expect(JSON.stringify(answer.data.findings)).toContain("No test email was sent");
    expect(mailgun.mails).toHaveLength(sent);
    expect((await call("GET", "/api/setup/mailgun")).data.test).toBeNull();
  });

  test("an empty key keeps the saved one, which no answer, page, log or file shows", async () => {
    expect((await save("/api/setup/mailgun", { ...MAIL, api_key: "" })).data).toMatchObject({ saved: true });
    const answer = await call("GET", "/api/setup/mailgun");
    expect(JSON.stringify(answer.data)).toContain(`"ending":"${MAILGUN_KEY.slice(-4)}"`);
    const visitor = await openWizard();
    const pages = await Promise.all(["/setup?page=4", "/setup.data?page=4"].map((path) => visitor.get(path)));
    for (const text of [
      JSON.stringify(answer.data),
      ...pages.map(({ html }) => html),
      readFile(),
      await product.wholeOutput(),
    ])
      expect(text).not.toContain(CANARY);
  });
});

describe("the payment provider", () => {
  const getKeys = () => ({
    mode: "test",
    test_publishable_key: "pk_test_sandbox_tests",
    test_secret_key: stripe.secretKey,
    webhook_secret: WEBHOOK_SECRET,
  });

  test.each([
    ["test_secret_key", { test_secret_key: "sk_live_canary" }],
    ["live_publishable_key", { live_publishable_key: "pk_test_1" }],
    ["webhook_secret", { webhook_secret: "sk_test_1" }],
    ["test_publishable_key", { test_publishable_key: "" }],
    ["live_publishable_key", { mode: "live" }],
  ])("keys of another mode, or missing ones, are refused at %s", async (field, more) => {
    const refused = await save("/api/setup/stripe", { ...getKeys(), ...more, confirm: true });
    expect(refused).toMatchObject({ status: 400, body: { inputError: field } });
  });

  test("a key that the provider does not know is not saved", async () => {
    const keys = { ...getKeys(), test_secret_key: "sk_test_canary", confirm: true };
    const answer = await save("/api/setup/stripe", keys);
    expect(answer).toMatchObject({ status: 400, body: { inputError: "test_secret_key" } });
    expect(answer.message).toContain("doesn't know this secret key");
  });

  test("a live key never reaches the server that replaces Stripe for tests", async () => {
    const live = {
      live_secret_key: stripe.secretKey.replace("test", "live"),
      live_publishable_key: "pk_live_1",
    };
    const answer = await save("/api/setup/stripe", { ...getKeys(), ...live, mode: "live", confirm: true });
    expect([answer.status, answer.message]).toEqual([400, expect.stringContaining("STRIPE_API_BASE")]);
  });

  test("test keys are saved without a webhook's secret, without a revision, and every event is refused", async () => {
    const { webhook_secret: _, ...keys } = getKeys();
    const answer = await call("POST", "/api/setup/stripe", { ...keys, confirm: true });
    expect(answer).toMatchObject({ status: 200, data: { saved: true, level: "warning" } });
    expect(JSON.stringify(answer.data.findings)).toContain("Without a webhook signing secret");
    const refused = await sendEvent(`${product.url}/api/webhook/stripe`, WEBHOOK_SECRET);
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { message: expect.stringContaining("no webhook signing secret") as string },
    ]);
    const { data } = await call("GET", "/api/setup/stripe");
    expect(data.webhook).toMatchObject({ is_expected: true, last_event_at: null });
  });

  test("missing prices are a warning; a test creates none, and saving creates them where that was asked for", async () => {
    const warned = await save("/api/setup/stripe", { ...getKeys(), create_prices: true, only_test: true });
    expect(warned.data).toMatchObject({ saved: false, level: "warning" });
    expect(JSON.stringify(warned.data.findings)).toMatch(
      /Acme Ltd.*pro, pro-yearly, team, team-yearly, scale/,
    );
    expect(await stripe.listPriceKeys()).toEqual([]);

    const saved = await save("/api/setup/stripe", { ...getKeys(), create_prices: true });
    expect(saved.data).toMatchObject({ saved: true, level: "ok" });
    expect(await stripe.listPriceKeys()).toEqual(["pro", "pro-yearly", "scale", "team", "team-yearly"]);
  });

  test("an account that may not take payments yet is a warning: 400 without confirm, and nothing is saved", async () => {
    stripe.takesPayments = false;
    const revision = await readRevision();
    const answer = await save("/api/setup/stripe", getKeys());
    expect([answer.status, answer.message]).toEqual([400, expect.stringContaining("take payments yet")]);
    expect(answer.data.findings).toContainEqual({ level: "warning", message: answer.message });
    expect(await readRevision()).toBe(revision);
    stripe.takesPayments = true;
  });

  test("live keys need the webhook's secret", async () => {
    const live = { live_publishable_key: "pk_live_1", live_secret_key: "sk_live_1", mode: "live" };
    const answer = await save("/api/setup/stripe", { ...live, webhook_secret: "" });
    expect(answer).toMatchObject({ status: 400, body: { inputError: "webhook_secret" } });
  });

  test("the page shows the webhook's address, and a signed event once it has arrived", async () => {
    const readWebhook = async () => (await call("GET", "/api/setup/stripe")).data.webhook;
    const url = `${product.url}/api/webhook/stripe`;
    expect(await readWebhook()).toEqual({ url, is_expected: true, last_event_at: null });
    expect((await (await openWizard()).get("/setup?page=3")).html).toContain("No signed event has arrived");

    expect((await sendEvent(url, "whsec_wrong")).status).toBe(400);
    expect(await readWebhook()).toMatchObject({ last_event_at: null });
    expect((await sendEvent(url, WEBHOOK_SECRET)).status).toBe(200);
    expect(await readWebhook()).toMatchObject({ last_event_at: expect.any(String) as string });
    expect((await (await openWizard()).get("/setup?page=3")).html).toContain("A signed event arrived");
  });

  test("no answer, page, log or file shows a secret", async () => {
    const visitor = await openWizard();
    const { html } = await visitor.post("/setup?page=3", {
      intent: "payments",
      ...getKeys(),
      test_secret_key: "sk_test_canary",
      revision: String(await readRevision()),
    });
    expect(html).toContain("know this secret key");
    const { data } = await call("GET", "/api/setup/stripe");
    expect(JSON.stringify(data)).toContain("pk_test_sandbox_tests");
    const page = await visitor.get("/setup?page=3");
    for (const text of [html, JSON.stringify(data), page.html, readFile(), await product.wholeOutput()]) {
      expect(text).not.toContain(CANARY);
      expect(text).not.toContain(stripe.secretKey);
    }
  });

  test("without scripts, the switch off and the sandbox chosen: the free plan is no first plan any more", async () => {
    const visitor = await openWizard();
    const revision = String(await readRevision());
    const posted = await visitor.post("/setup?page=3", { intent: "payments", mode: "sandbox", revision });
    expect(posted.location).toBe("/setup?page=4");
    const { data } = await call("GET", "/api/setup/stripe");
    expect(JSON.stringify(data.settings)).toContain('"FREE_PLAN","source":"saved","is_set":true');
    expect(data.webhook).toMatchObject({ is_expected: false });
    const owner = await signUp(product, "free@example.com");
    const store = await openProductStore(product);
    await store.update(userEntity, { email: "free@example.com" }, { verifiedAt: new Date() });
    await store.close();
    const offered = (await owner.call("GET", "/api/account/plans")).data.plans as { id: string }[];
    expect(offered.map(({ id }) => id)).toEqual(["pro", "pro-yearly", "team", "team-yearly", "scale"]);
    const chosen = await owner.call("POST", "/api/account/plan", { plan: "free" });
    expect(chosen).toMatchObject({ status: 400, body: { inputError: "plan" } });
  });
});

/** An event as Stripe signs it: https://docs.stripe.com/webhooks#verify-manually */
function sendEvent(url: string, secret: string): Promise<Response> {
  const body = JSON.stringify({
    id: `evt_${secret.slice(6)}`,
    object: "event",
    type: "customer.updated",
    livemode: false,
    data: { object: { id: "cus_1", object: "customer" } },
  });
  const at = Math.floor(Date.now() / 1000);
  const signature = createHmac("sha256", secret).update(`${at}.${body}`).digest("hex");
  const headers = { "Content-Type": "application/json", "Stripe-Signature": `t=${at},v1=${signature}` };
  return fetch(url, { method: "POST", headers, body });
}
