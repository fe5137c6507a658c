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
import { ABSENT, getGoodInput, listInputVariants, type InputVariant } from "../support/good-inputs";
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
  const good = getGoodInput(operation);
  const all = [...NAUGHTY_TEXTS, ...listSizes(schema), ...(isInUrl ? NAUGHTY_URL_PARTS : NAUGHTY_TYPES)];
  const accepted = all.filter((value) => accepts(operation, putAt(good, at, value)));
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

/**
 * Sends values in one place as a person of its own. When these have ended the session or used up a limit, the value is sent
 * again as another person.
 */
function createNaughtyClient(operation: Operation, { at }: InputPlace) {
  const permission = operation.access.permission === "master" ? "master" : "owner";
  const good = getGoodInput(operation);
  let call: Call | null = null;
  return async (value: unknown): Promise<void> => {
    const [path, body] = writeRequest(operation, putAt(good, at, value));
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
