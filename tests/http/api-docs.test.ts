/** The API's documentation as a page: complete without scripts, and with samples that run as they are printed. */
import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventEntity } from "~/models/event.server";
import { KEY_VARIABLE, SAMPLE_LANGUAGES, type SampleLanguage } from "~/domain/api-reference";
import { KEY_SCOPES } from "~/domain/key-scopes";
import type { OpenStore } from "~/models/store/database";
import { OPERATIONS } from "~/services/operations.server";
import { createApiClient, createBrowser, createBrowserWithSession } from "../support/clients";
import { makeTestUser, type TestUser } from "../support/users";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";
import { openProductStore } from "../support/product-store";

let product: Product;
let store: OpenStore;
let owner: TestUser;
let key: string;
/** The pages of all groups, one after the other. */
let pages: string;
beforeAll(async () => {
  product = await shareProduct();
  store = await openProductStore(product);
  owner = await makeTestUser(store, { permission: "owner", isVerified: true, subscription: "active" });
  const call = createApiClient(product, owner.token);
  const { data } = await call("POST", "/api/key", { name: "Samples", scope: [...KEY_SCOPES] });
  key = String(data.full_key);
  const visitor = createBrowser(product);
  const start = (await visitor.get("/api/docs")).html;
  const groups = new Set(
    [...start.matchAll(/href="(\/api\/docs\?group=[\w-]+)"/g)].map(([, link = ""]) => link),
  );
  const read = await Promise.all([...groups].map(async (link) => (await visitor.get(link)).html));
  pages = read.join("\n");
});
afterAll(async () => {
  await store.close();
});

const keyed = OPERATIONS.filter(({ keyScope }) => keyScope !== undefined);

/** The text of a sample on the page. */
function readSample(operation: string, language: SampleLanguage): string {
  const found = new RegExp(`<pre data-sample="${operation} ${language}"[^>]*>([^<]+)</pre>`).exec(pages)?.[1];
  if (found === undefined) throw new Error(`there is no sample of ${operation} in ${language}`);
  const entities: Record<string, string> = { quot: '"', "#x27": "'", lt: "<", gt: ">", amp: "&" };
  return found.replace(/&([\w#]+);/g, (_, name: string) => entities[name] ?? "?");
}

const run = promisify(execFile);
const PROGRAMS: Record<SampleLanguage, (code: string) => [command: string, parameters: string[]]> = {
  // With the status, which curl does not print.
  curl: (code) => ["sh", ["-c", `${code} --silent --show-error --write-out '\n%{http_code}'`]],
  fetch: (code) => [process.execPath, ["--input-type=module", "--eval", code]],
  python: (code) => ["python3", ["-c", code]],
};

/** Runs a sample with the key in the environment, and returns what it prints. */
async function runSample(operation: string, language: SampleLanguage): Promise<string> {
  const [command, parameters] = PROGRAMS[language](readSample(operation, language));
  const env = { ...process.env, [KEY_VARIABLE]: key };
  return (await run(command, parameters, { env })).stdout;
}

test("without scripts, the pages have every call with its path, and samples for those that keys may make", () => {
  for (const { name, method, path } of OPERATIONS) {
    const shown = [`id="${name}"`, `${method}</b> ${path.replace(/:(\w+)/g, "{$1}")}<`];
    expect(shown.filter((text) => !pages.includes(text))).toEqual([]);
  }
  const sampled = [...pages.matchAll(/data-sample="(\w+) curl"/g)].map(([, name]) => name);
  expect(sampled.sort()).toEqual(keyed.map(({ name }) => name).sort());
});

test("a call has its scope, its input and its errors", () => {
  const [, card = ""] = /<section id="createInvites"([^]*?)<\/section>/.exec(pages) ?? [];
  expect(card).toContain("invites:write");
  expect(card).toMatch(/<code[^>]*>email<\/code>.*required/);
  expect(card).toContain("Idempotency-Key");
  expect(card).toMatch(/<dt[^>]*>422<\/dt>/);
});

const hasPython = spawnSync("python3", ["--version"]).status === 0;
const runnable = (Object.keys(SAMPLE_LANGUAGES) as SampleLanguage[]).filter(
  (language) => language !== "python" || hasPython,
);

describe.each(runnable)("the samples in %s run as printed", (language) => {
  test("a reading call", async () => {
    const printed = await runSample("listMembers", language);
    expect(printed).toContain("200");
    expect(printed).toContain(`"id":"${owner.userId}"`);
  });

  test("a creating call", async () => {
    const before = await store.count(eventEntity, { accountId: owner.accountId, name: "report_opened" });
    expect(await runSample("createEvent", language)).toContain("200");
    expect(await store.count(eventEntity, { accountId: owner.accountId, name: "report_opened" })).toBe(
      before + 1,
    );
  });
});

test("every curl sample is accepted: what it answers is about the example's id, if anything", async () => {
  for (const { name, path } of keyed) {
    const printed = await runSample(name, "curl");
    const status = printed.split("\n").at(-1);
    expect({ name, printed, status }).toMatchObject({ status: path.includes(":") ? "404" : "200" });
  }
});

test("the page is open to everyone, and is linked where keys are made and where help is", async () => {
  expect((await createBrowser(product).get("/api/docs")).html).toContain('href="/signin"');
  const page = createBrowserWithSession(product, owner.cookie);
  expect((await page.get("/api/docs")).html).toContain('href="/dashboard"');
  for (const path of ["/account/apikeys", "/help"])
    expect((await page.get(path)).html, path).toContain('href="/api/docs"');
  expect(await page.get("/api/docs?group=nothing")).toMatchObject({ status: 302, location: "/404" });
});

test("only the page of the viewer loads its script", async () => {
  const visitor = createBrowser(product);
  const { html } = await visitor.get("/api/docs/try");
  expect(html).toContain("swagger-ui");
  expect(html).toContain("Trying calls needs JavaScript");
  const scripts = new Set<string>();
  for (const path of ["/", "/signup", "/api/docs"])
    for (const [, script = ""] of (await visitor.get(path)).html.matchAll(/"(\/assets\/[^"]+\.js)"/g))
      scripts.add(script);
  expect(scripts.size).toBeGreaterThan(5);
  expect([...scripts].filter((script) => script.includes("swagger"))).toEqual([]);
});
