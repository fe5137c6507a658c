/** A change that setup saves counts at once, for everyone, and never half. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApiClient, createBrowser } from "../support/clients";
import type { Product } from "../support/product";
import { createSetupClient, SETUP_TOKEN, startOpenProduct } from "../support/setup";

const DOMAIN = { revision: 0, domain: "app.example.com", support_email: "help@example.com" };

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
    const tested = await save({ ...DOMAIN, only_test: true, confirm: true });
    expect(tested).toMatchObject({ status: 200, data: { saved: false, level: "warning" } });
    const refused = await save(DOMAIN);
    expect(refused).toMatchObject({ status: 400, body: { inputError: "domain" } });
    expect(refused.data).toEqual({
      findings: [{ level: "warning", message: refused.message, field: "domain" }],
    });
    expect(await readRevision()).toBe(0);
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

  test("without a revision, what was saved before is not compared", async () => {
    const revision = await readRevision();
    const { revision: _, ...domain } = DOMAIN;
    const answer = await save({ ...domain, confirm: true });
    expect(answer).toMatchObject({ status: 200, data: { saved: true, revision: revision + 1 } });
    expect(await save({ ...DOMAIN, revision, confirm: true })).toMatchObject({ status: 409 });
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
