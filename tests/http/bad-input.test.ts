/**
 * Sends ten wrong values in every field of every write, with good values elsewhere: the answer names the field, and
 * nothing changes. Values that the field's own schema accepts are skipped. Then sends naughty values everywhere, accepted or
 * not: every answer is a success or a refusal, and comes soon.
 */
import { join } from "node:path";
import * as z from "zod";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OpenStore } from "~/models/store/database";
import { OPERATIONS } from "~/services/operations.server";
import type { Operation } from "~/services/platform/operation.server";
import { createApiClient, type Call } from "../support/clients";
import { UNASKED } from "../support/passkeys";
import {
  listInputPlaces,
  listSizes,
  NAUGHTY_TEXTS,
  NAUGHTY_TYPES,
  NAUGHTY_URL_PARTS,
  putAt,
  writeRequest,
  type InputPlace,
} from "../support/naughty-values";
import { makeTestUser } from "../support/users";
import type { Product } from "../support/product";
import { openProductStore } from "../support/product-store";
import { createSetupClient, startOpenProduct } from "../support/setup";
import { openStoreReader } from "../support/whole-store";

let product: Product;
let store: OpenStore;
let everything: Awaited<ReturnType<typeof openStoreReader>>;
let asOwner: Call;
let asMaster: Call;
beforeAll(async () => {
  // Behind one proxy, so that the naughty values can come from many IPs.
  product = await startOpenProduct({ TRUST_PROXY_HOPS: "1" });
  store = await openProductStore(product);
  const settled = { isVerified: true, subscription: "active" } as const;
  asOwner = createApiClient(product, (await makeTestUser(store, { permission: "owner", ...settled })).token);
  asMaster = createApiClient(
    product,
    (await makeTestUser(store, { permission: "master", ...settled })).token,
  );
  everything = await openStoreReader(store, join(product.dataDir, "app.db"));
});
afterAll(async () => {
  await everything.close();
  await store.close();
  await product.stop();
});

const WRONG: readonly unknown[] = [
  ["x"],
  { $ne: "" },
  null,
  7,
  true,
  "",
  "x".repeat(20_000),
  "a\u0000b\u001bc",
  "\u202eevil\u2066",
  "👩‍👩‍👧‍👦💥",
];
/** Every field rejects at least this many: a boolean accepts `true` and "", a list of emails accepts lists. */
const REFUSED_AT_LEAST = 3;

const ABSENT = "00000000-0000-7000-8000-000000000000";
const SECRET = "correct horse!";
/** A good value for each field, in any operation; `operation.field` wins. An avatar cannot be sent as JSON. */
const GOOD: Record<string, unknown> = {
  name: "ada",
  email: "ada@example.com",
  ...{ password: SECRET, confirm_password: SECRET, oldpassword: SECRET, newpassword: SECRET },
  ...{ token: "x", jwt: "x", invite_id: "x", code: "123456", payment_intent: "", setup_intent: "" },
  ...{ account_name: "Acme", account: ABSENT, default_account: ABSENT, user: ABSENT },
  ...{ plan: "pro", permission: "user", provider: "facebook", locale: "en", support_hours: 24 },
  ...{ dark_mode: true, onboarded: true, support_enabled: true, has_password: true, "2fa_enabled": true },
  ...{ dismissed: true, new_signin: true, plan_updated: true, card_updated: true, invite_accepted: true },
  notifications: [{ name: "new_signin", active: true }],
  ...{ company: "Ada Ltd", line1: "1 Main St", line2: "", city: "London", postal_code: "N1 9GU" },
  country: "GB",
  ...{ tax_id_type: "gb_vat", tax_id: "GB123456789", billing_email: "bills@example.com" },
  ...{ job: "cleanup", event: "evt_1", amount: 1, invoice: "in_1", request: ABSENT, confirm: "on" },
  ...{ scope: ["events:write"], expires_at: null, allowed_ips: [], active: true },
  ...{ ids: [ABSENT], overlap_hours: 1, action: "role" },
  ...{ url: "https://example.com/hook", description: "Sync", events: ["user.joined"], delivery: ABSENT },
  // No settings have this revision, so nothing of setup is tried or saved, and the switches of the site stay as they are.
  ...{ revision: 1_000_000, only_test: true },
  ...{ domain: "app.example.com", support_email: "help@example.com", trust_proxy_hops: 1 },
  ...{ client: "postgres", port: 5432, filename: "product.db" },
  ...{ rating: "neutral", comment: "So-so", id: ABSENT, answer: "Thank you." },
  ...{ text_en: "Hello", text_es: "Hola", from: "", until: "", state: "open", "setSignUps.mode": "open" },
  "extendTrial.until": "2099-01-01",
  ...{ days: 30 },
  ...{
    mail_provider: "files",
    mode: "sandbox",
    test_publishable_key: "pk_test_x",
    test_secret_key: "sk_test_x",
    webhook_secret: "whsec_x",
  },
  ...{
    live_publishable_key: "pk_live_x",
    live_secret_key: "sk_live_x",
    create_prices: false,
    free_plan: true,
  },
  ...{
    api_key: "x",
    host: "api.mailgun.net",
    sender: "Acme <hello@example.com>",
    test_email: "ada@example.com",
  },
  ...{ smtp_host: "mail.example.com", smtp_port: 587, smtp_user: "ada", smtp_password: "x" },
  ...{
    facebook_client_id: "1",
    facebook_client_secret: "s",
    twitter_client_id: "1",
    twitter_client_secret: "s",
  },
  // Well-formed, and refused because no challenge was given for them.
  ...{ passkey: UNASKED.assertion, response: UNASKED.assertion, second_factor: true },
  "addPasskey.response": UNASKED.registration,
  ...{ linkedin_client_id: "1", linkedin_client_secret: "s", first_master_email: "ada@example.com" },
  ...{
    confirmation: "ada",
    message: "hello",
    template: "support_message",
    reason: "because",
    metadata: { page: "/" },
  },
};

interface InputVariant {
  operation: Operation;
  /** The fields that can be sent in a JSON body. */
  fields: readonly string[];
  /** The good values of the fields. */
  good: Record<string, unknown>;
}

const cases = OPERATIONS.filter(({ method }) => method !== "GET")
  .flatMap(listInputVariants)
  .flatMap((way) => way.fields.map((field) => [way.operation.name, field, way] as const));

test.each(cases)(
  "%s answers 400 to wrong values of %s, names the field, and changes nothing",
  async (_name, field, way) => {
    const { operation, good } = way;
    const call = chooseCaller(operation);
    const path = operation.path.replace(/:\w+/g, ABSENT);
    const before = await everything.read();
    expect(findInputError(way, field, good[field])).toBeNull();
    let refused = 0;
    for (const value of WRONG) {
      const expected = findInputError(way, field, value);
      if (expected === null) continue;
      const { status, body, message } = await call(operation.method, path, { ...good, [field]: value });
      const given = JSON.stringify(value).slice(0, 40);
      expect({ given, status, body }).toMatchObject({ given, status: 400, body: { inputError: expected } });
      // The message is the product's own, not the validation library's.
      expect(message).not.toMatch(/^$|^Invalid |expected/);
      refused += 1;
    }
    expect(refused).toBeGreaterThanOrEqual(REFUSED_AT_LEAST);
    expect(await everything.read()).toEqual(before);
  },
);

function chooseCaller({ isSetup, access }: Operation): Call {
  if (isSetup) return createSetupClient(product);
  return access.permission === "master" ? asMaster : asOwner;
}

/** How many values of those that a place's schema accepts and refuses are sent: which, changes from place to place. */
const SENT = { accepted: 4, refused: 2 };
const ANSWER_WITHIN_MS = 10_000;
/** How many answers had each status. */
const answered = new Map<number, number>();
let placesSeen = 0;

test.each(OPERATIONS.map((operation) => [operation.name, operation] as const))(
  "%s answers naughty values in every field with a success or a refusal",
  async (_name, operation) => {
    const places = listInputPlaces(operation).map(
      (place) => [place, chooseValues(operation, place)] as const,
    );
    await Promise.all(
      places.map(async ([place, values]) => {
        const send = createNaughtyClient(operation, place);
        for (const value of values) await send(value);
      }),
    );
  },
);

test("naughty values went to at least 200 fields in 900 requests, and rate limits refused few of them", () => {
  const sent = [...answered.values()].reduce((sum, count) => sum + count, 0);
  expect(placesSeen).toBeGreaterThanOrEqual(200);
  expect(sent).toBeGreaterThanOrEqual(900);
  expect(answered.get(429) ?? 0).toBeLessThan(sent / 20);
  expect(answered.get(200) ?? 0).toBeGreaterThan(100);
});

function chooseValues(operation: Operation, { at, schema }: InputPlace): unknown[] {
  const isInUrl = operation.method === "GET" || operation.path.includes(`:${at.join(".")}`);
  const all = [...NAUGHTY_TEXTS, ...listSizes(schema), ...(isInUrl ? NAUGHTY_URL_PARTS : NAUGHTY_TYPES)];
  const accepted = all.filter((value) => accepts(operation, putAt(getGoodInput(operation), at, value)));
  const refused = all.filter((value) => !accepted.includes(value));
  placesSeen += 1;
  return [...takeInTurn(accepted, SENT.accepted), ...takeInTurn(refused, SENT.refused)];
}

/** So many of the values, and for the next place those that follow. */
function takeInTurn(values: readonly unknown[], count: number): unknown[] {
  const first = (placesSeen * count) % (values.length || 1);
  return [...values.slice(first), ...values.slice(0, first)].slice(0, count);
}

const accepts = (operation: Operation, input: unknown): boolean =>
  z.safeParse(operation.input, input).success;

function getGoodInput(operation: Operation): Record<string, unknown> {
  const [way] = listInputVariants(operation);
  const inPath = [...operation.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => [name, ABSENT]);
  return { ...way?.good, ...(Object.fromEntries(inPath) as Record<string, string>) };
}

/**
 * Sends values in one place as a person of its own. When these have ended the session or used up a limit, the value is sent
 * again as another person.
 */
function createNaughtyClient(operation: Operation, { at }: InputPlace) {
  const permission = operation.access.permission === "master" ? "master" : "owner";
  let call: Call | null = null;
  return async (value: unknown): Promise<void> => {
    const [path, body] = writeRequest(operation, putAt(getGoodInput(operation), at, value));
    const given = `${at.join(".")} = ${JSON.stringify(value).slice(0, 60)}`;
    for (const isLastTry of [false, true]) {
      call ??= await makeNaughtyCaller(operation, permission);
      const startedAt = performance.now();
      const answer = await call(operation.method, path, body);
      const isSoon = performance.now() - startedAt < ANSWER_WITHIN_MS;
      const { status, message } = answer;
      expect({ given, isSoon, status, isFailure: status >= 500 }).toMatchObject({
        isSoon: true,
        isFailure: false,
      });
      if (status >= 400 && status !== 429)
        expect({ given, status, message }).not.toMatchObject({ message: "" });
      answered.set(status, (answered.get(status) ?? 0) + 1);
      const isSignedOut = status === 401 && !("inputError" in Object(answer.body));
      if (isLastTry || !(isSignedOut || status === 429)) return;
      call = null;
    }
  };
}

/** The sandbox of payments accepts only callers on this machine; others call from IPs of their own, each with its limits. */
async function makeNaughtyCaller(
  { canCharge, isSetup }: Operation,
  permission: "owner" | "master",
): Promise<Call> {
  if (isSetup) return createSetupClient(product);
  const { token } = await makeTestUser(store, { permission, isVerified: true, subscription: "active" });
  const call = createApiClient(product, token);
  const ip = `2001:db8:${(naughtyCallers += 1).toString(16)}::1`;
  return canCharge ? call : (method, path, body) => call(method, path, body, { "X-Forwarded-For": ip });
}
let naughtyCallers = 0;

/** The shapes that an operation's input may have; most operations have one. */
function listInputVariants(operation: Operation): InputVariant[] {
  const schema = z.toJSONSchema(operation.input, { io: "input", unrepresentable: "any" });
  const ways = (schema.anyOf ?? [schema]) as { properties?: Record<string, unknown> }[];
  return ways.map(({ properties = {} }) => {
    const fields = Object.keys(properties).filter((field) => !operation.path.includes(`:${field}`));
    const good = fields.flatMap((field) => {
      const key = [`${operation.name}.${field}`, field].find((name) => name in GOOD);
      return key === undefined ? [] : [[field, GOOD[key]] as const];
    });
    return { operation, fields, good: Object.fromEntries(good) };
  });
}

/** The field that the operation's schema rejects when `field` holds `value`; null when it accepts the value. */
function findInputError({ operation, good }: InputVariant, field: string, value: unknown): string | null {
  const inPath = [...operation.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => [name, ABSENT] as const);
  const given = { ...good, ...Object.fromEntries(inPath), [field]: value };
  const parsed = z.safeParse(operation.input, given);
  if (parsed.success) return null;
  const at = parsed.error.issues[0]?.path ?? [];
  // When no shape of the input fits, the schema names no field: then it is the changed one.
  return at.length > 0 ? at.join(".") : field;
}
