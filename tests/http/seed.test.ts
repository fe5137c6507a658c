/** `npm run seed`: a demo company, made once, next to a stopped product or a running one, and never on a server. */
import type { ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PRODUCT_SLUG } from "~/domain/product";
import { membershipEntity } from "~/models/membership.server";
import { ANY_ENTITIES, type EntityName } from "~/models/all-entities";
import { openStore } from "~/models/store/open-store";
import type { Store } from "~/models/store/store";
import { runCommand, startCommand } from "../support/built-commands";
import { createApiClient, createBrowser, createUserOnFreePlan } from "../support/clients";
import { findFreePort } from "../support/free-port";
import { startProduct, waitFor, type Product } from "../support/product";

const LONGEST_MS = 60_000;

type Environment = Record<string, string>;

async function seed(environment: Environment) {
  const startedAt = Date.now();
  const run = await runCommand("seed", environment);
  return { ...run, took: Date.now() - startedAt };
}

/** The table of sign-ins, and the password below it. */
function readSignIns(printed: string): { people: { email: string; role: string }[]; password: string } {
  const people = [...printed.matchAll(/^ {2}(\S+@\S+) +(\w+)/gm)].map(([, email = "", role = ""]) => ({
    email,
    role,
  }));
  return { people, password: /Password of all: (\S+)/.exec(printed)?.[1] ?? "" };
}

async function inStore<T>(folder: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(`sqlite:${join(folder, "app.db")}`);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** How many rows each table has. */
const countRows = (folder: string, names = Object.keys(ANY_ENTITIES) as EntityName[]) =>
  inStore(folder, async (store) => {
    const counts: Record<string, number> = {};
    for (const name of names) counts[name] = await store.count(ANY_ENTITIES[name], {});
    return counts;
  });

let environment: Environment;
let folder: string;
let first: Awaited<ReturnType<typeof seed>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "groundwork-"));
  environment = { DATA_DIR: folder, PORT: String(await findFreePort()) };
  first = await seed(environment);
}, LONGEST_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a fresh folder gets a company within a minute, and the sign-ins are printed", () => {
  expect(first).toMatchObject({
    code: 0,
    printed: expect.stringContaining("for demos on this machine") as string,
  });
  expect(first.took).toBeLessThan(LONGEST_MS);
  expect(readSignIns(first.printed).people.map(({ role }) => role)).toEqual([
    "owner",
    "admin",
    "developer",
    "user",
    "operator",
  ]);
});

test("a second run says so, prints the sign-ins again and changes nothing", async () => {
  const before = await countRows(folder);
  const again = await seed(environment);
  expect(again).toMatchObject({ code: 0, printed: expect.stringContaining("nothing was changed") as string });
  expect(readSignIns(again.printed)).toEqual(readSignIns(first.printed));
  expect(await countRows(folder)).toEqual(before);
});

test("npm run reconcile finds that the company's billing agrees with the payment provider", async () => {
  const { code, printed } = await runCommand("reconcile", environment);
  const [first, ...areas] = printed.trimEnd().split("\n");
  expect([code, first]).toEqual([0, "Every account agrees with the payment provider."]);
  expect(areas).toEqual(
    ["API calls, meter and invoices", "Subscriptions", "Cards", "Refunds", "Disputes and fraud warnings"].map(
      (area): unknown =>
        expect.stringMatching(`^${area}: \\d{4}-.*Z: [1-9]\\d* compared, 0 repaired, 0 not repaired$`),
    ),
  );
});

describe("the product over the seeded folder", () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct(environment);
  });
  afterAll(() => product.stop());

  const signIn = async (email: string) => {
    const { password } = readSignIns(first.printed);
    const answer = await createApiClient(product)("POST", "/api/auth", { email, password });
    expect(answer).toMatchObject({ status: 200 });
    return { user: answer.data, call: createApiClient(product, String(answer.data.token)) };
  };

  test("each printed user signs in to the seeded product in their role, past the introduction", async () => {
    for (const { email, role } of readSignIns(first.printed).people) {
      const { user } = await signIn(email);
      const permission = role === "operator" ? "master" : role;
      expect(user).toMatchObject({ email, permission, verified: true, onboarded: true });
    }
  });

  test("the demo's pages say that it is one, in the user's language, and no other account's do", async () => {
    const { people, password } = readSignIns(first.printed);
    const browser = createBrowser(product);
    await browser.post("/signin", { email: people[0]?.email ?? "", password });
    expect((await browser.get("/dashboard")).html).toMatch(/<aside aria-label="Demo"[^>]*>.*Sample data/);
    const { call } = await signIn(people[0]?.email ?? "");
    expect((await call("PATCH", "/api/user", { locale: "es" })).status).toBe(200);
    expect((await browser.get("/dashboard")).html).toMatch(/<aside aria-label="Demostración"[^>]*>/);
    await createUserOnFreePlan(product, "real@example.com", "A Real User");
    const other = createBrowser(product);
    await other.post("/signin", { email: "real@example.com", password: "correct horse!" });
    const page = await other.get("/dashboard");
    expect(page.status).toBe(200);
    expect(page.html).not.toContain('aria-label="Demo"');
  });

  test("the seeded pages show paid invoices of past months, usage, keys in every state and an expired invitation", async () => {
    const { call } = await signIn("grace@acme.test");
    const { invoices } = (await call("GET", "/api/account/invoice")).data as {
      invoices: { status: string; date: string; total: number }[];
    };
    expect(invoices.length).toBeGreaterThanOrEqual(5);
    expect(new Set(invoices.map(({ status }) => status))).toEqual(new Set(["paid"]));
    const ages = invoices.map(({ date }) => Math.round((Date.now() - Date.parse(date)) / 86_400_000));
    expect(Math.max(...ages)).toBeGreaterThan(120);
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(0);
    expect((await call("GET", "/api/account/usage")).data.total).toBeGreaterThan(1000);
    const keys = (await call("GET", "/api/key")).body as { data: { status: string }[] };
    expect(new Set(keys.data.map(({ status }) => status))).toEqual(new Set(["active", "revoked"]));
    const list = (await call("GET", "/api/account/users")).data as {
      users: unknown[];
      invites: { expired: boolean }[];
    };
    expect(list.users).toHaveLength(22);
    expect(list.invites.filter(({ expired }) => expired)).toHaveLength(1);
  });

  test("mission control has the demo's feedback of every mood, and its events", async () => {
    const { call } = await signIn(`sam@${PRODUCT_SLUG}.test`);
    const given = (await call("GET", "/api/master/feedback")).data as { feedback: { rating: string }[] };
    expect(new Set(given.feedback.map(({ rating }) => rating))).toEqual(
      new Set(["positive", "neutral", "negative"]),
    );
    expect((await call("GET", "/api/master/events")).data.events).toHaveLength(20);
  });
});

test(
  "a running product gets the company too, with bills of the past from its own sandbox",
  async () => {
    const product = await startProduct();
    try {
      const run = await seed({ DATA_DIR: product.dataDir, PORT: String(product.port) });
      expect(run).toMatchObject({ code: 0 });
      const { people, password } = readSignIns(run.printed);
      const answer = await createApiClient(product)("POST", "/api/auth", {
        email: people[0]?.email,
        password,
      });
      expect(answer).toMatchObject({ status: 200 });
      const call = createApiClient(product, String(answer.data.token));
      const { invoices } = (await call("GET", "/api/account/invoice")).data as { invoices: unknown[] };
      expect(invoices.length).toBeGreaterThanOrEqual(5);
    } finally {
      await product.stop();
    }
  },
  LONGEST_MS * 2,
);

test(
  "a run that is killed half way is started again by the next one, which ends with the same company",
  async () => {
    const other = mkdtempSync(join(tmpdir(), "groundwork-"));
    const values = { DATA_DIR: other, PORT: String(await findFreePort()) };
    const child = startCommand("seed", values);
    await waitFor(() => hasMembers(other, 5), "some members of the company");
    await kill(child);
    const again = await seed(values);
    expect(again).toMatchObject({
      code: 0,
      printed: expect.stringContaining("did not get to its end") as string,
    });
    const made: EntityName[] = [
      "accounts",
      "users",
      "memberships",
      "invites",
      "apiKeys",
      "usageDays",
      "events",
    ];
    expect(await countRows(other, made)).toEqual(await countRows(folder, made).then(withoutRealUser));
    rmSync(other, { recursive: true, force: true });
  },
  LONGEST_MS * 2,
);

/** The user of a test above, who is not of the demo. */
const withoutRealUser = ({
  accounts = 0,
  users = 0,
  memberships = 0,
  events = 0,
  ...rest
}: Record<string, number>) => ({
  ...rest,
  accounts: accounts - 1,
  users: users - 1,
  memberships: memberships - 1,
  events: events - REAL_USERS_EVENTS,
});
const REAL_USERS_EVENTS = 2;

async function hasMembers(path: string, count: number): Promise<boolean> {
  if (!existsSync(join(path, "app.db"))) return false;
  return inStore(path, (store) => store.count(membershipEntity, {})).then(
    (members) => members >= count,
    () => false, // Not migrated yet.
  );
}

function kill(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
}

test.each<[why: string, environment: Environment, named: string]>([
  ["a public URL", { APP_URL: "https://app.example.com" }, "APP_URL"],
  ["other machines", { HOST: "0.0.0.0", APP_URL: "http://localhost:3000" }, "HOST"],
  ["a mail server", { SMTP_URL: "smtp://localhost:2525" }, "SMTP_URL"],
  ["Mailgun", { MAILGUN_API_KEY: "key-1", MAILGUN_DOMAIN: "mg.example.com" }, "MAILGUN_API_KEY"],
  [
    "Stripe's keys",
    { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_PUBLISHABLE_KEY: "pk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_1" },
    "Stripe",
  ],
])("seeding is refused with %s, before anything is made", async (_, settings, named) => {
  const other = mkdtempSync(join(tmpdir(), "groundwork-"));
  const { code, printed } = await seed({ DATA_DIR: other, ...settings });
  expect(code).toBe(1);
  expect(printed).toContain("for this machine only");
  expect(printed).toContain(named);
  expect(existsSync(join(other, "app.db"))).toBe(false);
  rmSync(other, { recursive: true, force: true });
});
