/** Every write refuses JSON that is nested deeper than any input is, before anything looks at it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { JSON_MAX_LEVELS } from "~/domain/limits";
import type { OpenStore } from "~/models/store/database";
import { OPERATIONS } from "~/services/operations.server";
import type { Operation } from "~/services/platform/operation.server";
import { createApiClient, type Call } from "../support/clients";
import { makeTestUser } from "../support/users";
import type { Product } from "../support/product";
import { openProductStore } from "../support/product-store";
import { createSetupClient, startOpenProduct } from "../support/setup";
import { readStore, type WholeStore } from "../support/whole-store";

let product: Product;
let store: OpenStore;
let asOwner: Call;
let asMaster: Call;
let before: WholeStore;
beforeAll(async () => {
  product = await startOpenProduct();
  store = await openProductStore(product);
  const settled = { isVerified: true, subscription: "active" } as const;
  asOwner = createApiClient(product, (await makeTestUser(store, { permission: "owner", ...settled })).token);
  asMaster = createApiClient(
    product,
    (await makeTestUser(store, { permission: "master", ...settled })).token,
  );
  before = await readStore(store);
});
afterAll(async () => {
  await store.close();
  await product.stop();
});

const nestObjects = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
const nestLists = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

/** Whole bodies: just too deep, as deep as breaks JSON.stringify, and as deep as a body can be. */
const TOO_DEEP = [
  ...[5000, JSON_MAX_LEVELS + 1].flatMap((levels) => [nestObjects(levels), nestLists(levels)]),
  ...[nestLists(5000), nestObjects(JSON_MAX_LEVELS)].map((inner) => `{"name":"ada","unknown":${inner}}`),
  nestLists(30_000),
];

const writes = OPERATIONS.filter(({ method }) => method !== "GET");

test.each(writes.map((operation) => [operation.name, operation] as const))(
  "%s answers 400 to JSON of more levels than allowed",
  async (name, operation) => {
    const path = operation.path.replace(/:\w+/g, "x");
    for (const [place, body] of TOO_DEEP.entries()) {
      const headers = { ...(operation.acceptsIdempotencyKey && { "Idempotency-Key": `${name}-${place}` }) };
      const { status, message } = await chooseCaller(operation)(operation.method, path, body, headers);
      const given = body.slice(0, 20);
      expect([given, status, message]).toEqual([given, 400, expect.stringContaining("maximum of 20 levels")]);
    }
  },
);

test("no deep input has changed anything", async () => {
  expect(await readStore(store)).toEqual(before);
});

function chooseCaller({ isSetup, access }: Operation): Call {
  if (isSetup) return createSetupClient(product);
  return access.permission === "master" ? asMaster : asOwner;
}

test("as many levels as allowed pass, with brackets in texts next to them", async () => {
  const metadata = (inner: string) => `{"name":"report_opened","metadata":${inner}}`;
  const levels = JSON_MAX_LEVELS - 1;
  for (const inner of [nestObjects(levels), `{"a":${nestLists(levels - 1)},"b":"${"[{".repeat(200)}"}`]) {
    const sent = await asOwner("POST", "/api/event", metadata(inner), {
      "Idempotency-Key": String(inner.length),
    });
    expect([inner, sent.status]).toEqual([inner, 200]);
  }
  expect((await asOwner("POST", "/api/event", metadata(nestObjects(levels + 1)))).status).toBe(400);
});
