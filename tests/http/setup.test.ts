/** Setup: who may open it, and that it shows no secret. */
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { userEntity } from "~/models/user.server";
import { OPERATIONS } from "~/services/operations.server";
import { createApiClient, createBrowser, signUp } from "../support/clients";
import { makeTestUser } from "../support/users";
import { linkIn, startProduct, waitFor, type Product } from "../support/product";
import { openProductStore } from "../support/product-store";
import {
  createSetupClient,
  kill,
  readPrintedToken,
  runSetupReset,
  SETUP_TOKEN,
  startBrokenProduct,
  startOpenProduct,
} from "../support/setup";

const CALLS = OPERATIONS.filter(({ isSetup }) => isSetup).map(({ method, path }) => [method, path] as const);
const DOMAIN = { revision: 0, domain: "app.example.com", support_email: "help@example.com" };
const LIMIT = 5;

describe("a new installation", () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct();
  });
  afterAll(() => product.stop());

  test("the start prints a link with the token, which is in a file that only its owner can read", async () => {
    const file = join(product.dataDir, "setup.token");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(product.output()).toContain(`${product.url}/setup?token=${readPrintedToken(product)}`);
    expect(readPrintedToken(product)).toMatch(/^stp_[\w-]{43}$/);
  });

  test("the link sets a cookie that scripts cannot read, and leads to the wizard without the token", async () => {
    const visitor = createBrowser(product);
    const linked = await visitor.get(`/setup?token=${readPrintedToken(product)}`);
    expect(linked).toMatchObject({ status: 302, location: "/setup" });
    expect(linked.headers.get("Set-Cookie")).toMatch(/^setup=.+HttpOnly; SameSite=Lax/);
    expect(linked.headers.get("Set-Cookie")).not.toContain(readPrintedToken(product));
    expect((await visitor.get("/setup")).location).toBe("/setup?page=1");
    const wizard = await visitor.get("/setup?page=5");
    expect(wizard.status).toBe(200);
    expect(wizard.html).toContain("Production domain");
    expect(wizard.html).not.toContain(readPrintedToken(product));
  });

  test.each(CALLS)(
    "%s %s without the token answers 401 and says nothing of the settings",
    async (method, path) => {
      const body = method === "GET" ? undefined : {};
      const bare = await createApiClient(product)(method, path, body);
      expect([bare.status, bare.data]).toEqual([401, {}]);
      const byCookie = await createApiClient(product)(method, path, body, { Cookie: "setup=x" });
      expect(byCookie.status).toBe(401);
    },
  );

  test("a page without the cookie asks for the token with 401, and shows no settings", async () => {
    for (const path of ["/setup", "/setup?page=5", "/setup.data?page=5"]) {
      const { status, html } = await createBrowser(product).get(path);
      expect([path, status]).toEqual([path, 401]);
      expect(html).not.toContain("support@");
    }
  });

  test.each(CALLS)(
    "%s %s with the token reaches the call, as a bearer and in its own header",
    async (method, path) => {
      const token = readPrintedToken(product);
      const body = method === "GET" ? undefined : { revision: "no number" };
      const byHeader = await createSetupClient(product, token)(method, path, body);
      const byBearer = await createApiClient(product, token)(method, path, body);
      expect([byHeader.status, byBearer.status]).toEqual(method === "GET" ? [200, 200] : [400, 400]);
    },
  );

  test("the first user closes it: pages lead to /404, and calls answer 404 with the right token", async () => {
    await signUp(product, "first@example.com");
    const call = createSetupClient(product, readPrintedToken(product));
    for (const [method, path] of CALLS)
      expect((await call(method, path, method === "GET" ? undefined : "{")).status).toBe(404);
    const page = await createBrowser(product).get(`/setup?token=${readPrintedToken(product)}`);
    expect(page.location).toBe("/404");
  });
});

test("no call and no page of setup shows a secret: only its last four characters, and of a URL nothing", async () => {
  const keys = {
    STRIPE_SECRET_KEY: "sk_test_canary_of_stripe_a1b2",
    STRIPE_PUBLISHABLE_KEY: "pk_test_published",
    STRIPE_WEBHOOK_SECRET: "whsec_canary_of_events_c3d4",
    SMTP_URL: "smtp://me:canary-of-mail@127.0.0.1:1",
    FACEBOOK_CLIENT_ID: "an id",
    FACEBOOK_CLIENT_SECRET: "canary-of-facebook",
  };
  const product = await startOpenProduct(keys);
  const operator = createBrowser(product);
  await operator.get(`/setup?token=${encodeURIComponent(SETUP_TOKEN)}`);
  const shown = [];
  for (const page of [1, 2, 3, 4, 5, 6, 7])
    for (const path of [`/setup?page=${page}`, `/setup.data?page=${page}`])
      shown.push((await operator.get(path)).html);
  for (const [method, path] of CALLS)
    if (method === "GET") shown.push(JSON.stringify((await createSetupClient(product)(method, path)).body));
  expect(shown.join("\n")).not.toMatch(/canary|tests have chosen/);
  expect(shown.join("\n")).toContain("a1b2");
  expect(await product.wholeOutput()).not.toMatch(/canary|tests have chosen/);
  await product.stop();
});

describe("a finished installation", () => {
  let product: Product;
  beforeAll(async () => {
    const saved = { version: 1, revision: 3, settings: {}, finishedAt: new Date().toISOString() };
    product = await startOpenProduct({}, saved);
  });
  afterAll(() => product.stop());
  const readSaved = () => readFileSync(join(product.dataDir, "config.json"), "utf8");

  test("without any user it stays closed: with the right token pages lead to /404, calls answer 404, nothing changes", async () => {
    const before = readSaved();
    expect(product.output()).not.toContain("/setup");
    for (const [method, path] of CALLS)
      for (const body of method === "GET"
        ? [undefined]
        : [{}, "{", { ...DOMAIN, revision: 3, confirm: true }])
        expect((await createSetupClient(product)(method, path, body)).status).toBe(404);
    for (const path of ["/setup", "/setup?page=5", `/setup?token=${encodeURIComponent(SETUP_TOKEN)}`])
      expect((await createBrowser(product).get(path)).location).toBe("/404");
    const posted = await createBrowser(product).post("/setup?page=5", {
      intent: "domain",
      ...toText(DOMAIN),
    });
    expect(posted.location ?? posted.status).toBe("/404");
    expect(readSaved()).toBe(before);
  });

  test("npm run setup:reset opens it while it runs, mails the masters, and makes a new token", async () => {
    const store = await openProductStore(product);
    const { userId } = await makeTestUser(store, {
      permission: "master",
      isVerified: true,
      subscription: null,
    });
    const master = await store.findOne(userEntity, { id: userId });
    await store.close();
    const printed = runSetupReset(product);
    expect(printed).toContain(`/setup?token=${readPrintedToken(product)}`);
    expect((await createSetupClient(product)("GET", "/api/setup/domain")).status).toBe(200);
    const mail = await product.mailTo(master?.email ?? "", /Setup was opened again/);
    expect(linkIn(mail, "/master").pathname).toBe("/master");
    expect(JSON.parse(readSaved())).toMatchObject({ revision: 3 });
  });
});

test("five wrong tokens close setup for the right one as well", async () => {
  const product = await startProduct({ TRUST_PROXY_HOPS: "1" });
  const token = readPrintedToken(product);
  const from = (ip: string) => ({ "X-Forwarded-For": ip });
  for (let tries = 0; tries < LIMIT; tries += 1)
    expect(
      (
        await createSetupClient(product, `wrong${tries}`)(
          "GET",
          "/api/setup/domain",
          undefined,
          from("192.0.2.1"),
        )
      ).status,
    ).toBe(401);
  const refused = await createSetupClient(product, token)(
    "GET",
    "/api/setup/domain",
    undefined,
    from("192.0.2.1"),
  );
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(14 * 60);
  const elsewhere = await createSetupClient(product, token)(
    "GET",
    "/api/setup/domain",
    undefined,
    from("192.0.2.2"),
  );
  expect(elsewhere.status).toBe(200);
  expect(await product.wholeOutput()).not.toContain("wrong0");
  await product.stop();
});

test("with a broken config.json every request answers 503 with its id, health and log name the file, and setup is not open", async () => {
  const first = await startProduct();
  const { dataDir } = first;
  const token = readPrintedToken(first);
  const file = join(dataDir, "config.json");
  await kill(first);
  writeFileSync(file, '{"version":1,');
  const { url, output, process: child } = await startBrokenProduct(dataDir);
  for (const path of ["/", "/signin", `/setup?token=${token}`, "/api/setup/domain", "/assets/x.js"]) {
    const answer = await fetch(url + path, { headers: { "X-Setup-Token": token } });
    const body = (await answer.json()) as { requestId: string };
    expect([path, answer.status]).toEqual([path, 503]);
    expect(body.requestId).toBe(answer.headers.get("X-Request-Id"));
  }
  const ready = await fetch(`${url}/health/ready`);
  expect(ready.headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { status: "misconfigured", file, reason: "it is not JSON" },
  ]);
  const line = `${file} is not readable as saved settings: it is not JSON`;
  await waitFor(() => output().includes(line), "the line of the log");
  await kill({ process: child });
  rmSync(dataDir, { recursive: true });
});

const toText = (fields: object): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
