/** Setup: who may open it, what it saves, and that a change counts at once. */
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATIONS } from "~/services/operations.server";
import { createApiClient, createBrowser, signUp } from "../support/clients";
import { startProduct, type Product } from "../support/product";
import {
  createSetupClient,
  kill,
  readPrintedToken,
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
      const body = method === "GET" ? undefined : {};
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

describe("saving", () => {
  let product: Product;
  beforeAll(async () => {
    product = await startOpenProduct();
  });
  afterAll(() => product.stop());
  const save = (body: object) => createSetupClient(product)("POST", "/api/setup/domain", body);
  const readRevision = async () =>
    Number((await createSetupClient(product)("GET", "/api/setup/domain")).data.revision);

  test("a test alone saves nothing, and neither does a warning that was not confirmed", async () => {
    for (const more of [{ only_test: true, confirm: true }, {}]) {
      const { data } = await save({ ...DOMAIN, ...more });
      expect(data).toMatchObject({ saved: false, level: "warning" });
      expect(await readRevision()).toBe(0);
    }
  });

  test("a confirmed change counts at once: the product answers to its new host, and no request is lost", async () => {
    const steady = keepAsking(product);
    expect((await save({ ...DOMAIN, confirm: true })).data).toMatchObject({ saved: true, revision: 1 });
    const answer = await createApiClient(product)("GET", "/api/setup/domain", undefined, {
      "X-Setup-Token": SETUP_TOKEN,
    });
    expect(JSON.stringify(answer.data)).toContain("https://app.example.com");
    expect(await steady()).toEqual([200]);
    expect(statSync(join(product.dataDir, "config.json")).mode & 0o777).toBe(0o600);
  });

  test("the second of two forms with one revision is refused with 409, and nothing of it is saved", async () => {
    const revision = await readRevision();
    const [first, second] = await Promise.all(
      ["one.example.com", "two.example.com"].map((domain) =>
        save({ ...DOMAIN, revision, domain, confirm: true }),
      ),
    );
    expect([first?.status, second?.status].sort()).toEqual([200, 409]);
    expect(await readRevision()).toBe(revision + 1);
    const saved = readFileSync(join(product.dataDir, "config.json"), "utf8");
    expect(saved).toContain(first?.status === 200 ? "one.example.com" : "two.example.com");
  });

  test("without scripts, a form that is out of date comes back with what was typed and the new revision", async () => {
    const visitor = createBrowser(product);
    await visitor.get(`/setup?token=${encodeURIComponent(SETUP_TOKEN)}`);
    const { status, html } = await visitor.post("/setup?page=5", { intent: "domain", ...toText(DOMAIN) });
    expect(status).toBe(200);
    expect(html).toContain("Other settings were saved in the meantime");
    expect(html).toContain(`name="revision" value="${await readRevision()}"`);
  });
});

test("what the environment fixes is shown as fixed, and cannot be saved", async () => {
  const product = await startOpenProduct({ SUPPORT_EMAIL: "fixed@example.com" });
  const call = createSetupClient(product);
  const { data } = await call("GET", "/api/setup/domain");
  expect(data.settings).toContainEqual(
    expect.objectContaining({ name: "SUPPORT_EMAIL", source: "environment", value: "fixed@example.com" }),
  );
  const refused = await call("POST", "/api/setup/domain", { ...DOMAIN, confirm: true });
  expect(refused).toMatchObject({ status: 400, body: { inputError: "support_email" } });
  const { support_email: _, ...rest } = DOMAIN;
  expect((await call("POST", "/api/setup/domain", { ...rest, confirm: true })).data.saved).toBe(true);
  expect(readFileSync(join(product.dataDir, "config.json"), "utf8")).not.toContain("SUPPORT_EMAIL");
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
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { status: "misconfigured", file, reason: "it is not JSON" },
  ]);
  expect(output()).toContain(`${file} is not readable as saved settings: it is not JSON`);
  await kill({ process: child });
  rmSync(dataDir, { recursive: true });
});

/** Reads a page again and again; the returned function stops, and returns the statuses that came. */
function keepAsking({ url }: Product): () => Promise<number[]> {
  const statuses = new Set<number>();
  let isAsking = true;
  const asking = Array.from({ length: 4 }, async () => {
    while (isAsking) statuses.add((await fetch(`${url}/signin`)).status);
  });
  return async () => {
    isAsking = false;
    await Promise.all(asking);
    return [...statuses];
  };
}

const toText = (fields: object): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
