/** Every operation × role × state over HTTP, and that the API has the operations' paths and methods, and no others. */
import type { RouteConfigEntry } from "@remix-run/route-config";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import routes from "~/routes";
import { canActAs } from "~/domain/roles";
import type { OpenStore } from "~/models/store/database";
import type { Operation } from "~/services/platform/operation.server";
import { OPERATIONS } from "~/services/operations.server";
import { createApiClient } from "../support/clients";
import { CALLERS, makeTestUser, toUserAccess, type TestUser, type TestUserState } from "../support/users";
import { startProduct, type Product } from "../support/product";
import { openProductStore } from "../support/product-store";

/** The operations' one; the provider's events and the description of the API are no operations. */
const API_ROUTES = ["/api/*", "/api/webhook/stripe", "/api/webhook/stripe/meter", "/api/openapi.json"];
const API_PAGES = ["/api/docs", "/api/docs/try"];

/** Takes the place of an id: no row has it. */
const ABSENT_ID = "00000000-0000-7000-8000-000000000000";

let product: Product;
let store: OpenStore;
const people = new Map<string, TestUser>();
beforeAll(async () => {
  // Its calls use up the sign-ups of an IP.
  product = await startProduct();
  store = await openProductStore(product);
  for (const { name, state } of CALLERS) people.set(name, await makeTestUser(store, state));
});
afterAll(async () => {
  await store.close();
  await product.stop();
});

test("the API has one route for all operations, one for each path that has none, and its pages", () => {
  expect(new Set(listApiPaths(routes, ""))).toEqual(new Set([...API_ROUTES, ...API_PAGES]));
});

test("a path of the API answers 405 to the methods that it has no operation for, and lists the others in Allow", async () => {
  const call = createApiClient(product);
  for (const path of new Set(OPERATIONS.map((operation) => operation.path)))
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      const hasOperation = OPERATIONS.some((some) => some.path === path && some.method === method);
      const body = method === "GET" ? undefined : {};
      const { status, headers } = await call(method, path.replace(":id", ABSENT_ID), body);
      expect([method, path, status === 405]).toEqual([method, path, !hasOperation]);
      if (status === 405) expect(headers.get("Allow")?.split(", ").sort()).toEqual(listMethods(path));
      // Setup is closed where users are, and its calls answer as if they did not exist: setup.test.ts opens it.
      if (!path.startsWith("/api/setup/")) expect([method, path, status]).not.toEqual([method, path, 404]);
    }
});

test("a path without operations lists its methods in Allow, too", async () => {
  const call = createApiClient(product);
  const [openApi, webhook] = [
    await call("POST", "/api/openapi.json", {}),
    await call("GET", "/api/webhook/stripe"),
  ];
  expect([openApi.status, openApi.headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
  expect([webhook.status, webhook.headers.get("Allow")]).toEqual([405, "POST"]);
});

test("the API description contains every operation once, under its own name", async () => {
  const { body } = await createApiClient(product)("GET", "/api/openapi.json");
  const { paths } = body as { paths: Record<string, Record<string, { operationId: string }>> };
  const described = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map((entry) => entry.operationId),
  );
  expect(described.sort()).toEqual(OPERATIONS.map(({ name }) => name).sort());
  expect(new Set(described).size).toBe(described.length);
});

/** These operations would end the session that the other cases need. */
const ENDING = ["signOut", "switchAccount", "closeUser", "closeAccount"];
const repeatable = OPERATIONS.filter(({ name }) => !ENDING.includes(name));

describe.each(repeatable.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  "%s",
  (_name, operation) => {
    test.each(CALLERS)("the operation answers $name as its access rule says", async ({ name, state }) => {
      const { method, path } = operation;
      const call = createApiClient(product, people.get(name)?.token);
      const url = path.replace(/:\w+/g, ABSENT_ID);
      const { status } = await call(method, url, method === "GET" ? undefined : {});
      const refusal = getExpectedRefusal(operation, state);
      if (refusal) expect(status).toBe(refusal);
      // An allowed caller reaches the check of the input, or the result.
      else if (hasNothingToRead(operation, state)) expect(status).toBe(402);
      else expect([200, 400, 404, 409, 429]).toContain(status);
    });
  },
);

/** The status with which the operation must reject this caller, or null when it must accept them. */
function getExpectedRefusal({ access }: Operation, state: TestUserState): number | null {
  if (access.permission === "none") return null;
  if (!canActAs(toUserAccess(state), access.permission)) return 403;
  if (access.state !== "any" && !state.isVerified) return 403;
  const needsPlan = access.state === "planned" || access.state === "subscribed";
  if (needsPlan && state.subscription === null) return 402;
  const isLapsed = state.subscription === "canceled" && state.permission !== "master";
  return access.state === "subscribed" && isLapsed ? 402 : null;
}

function hasNothingToRead({ name }: Operation, state: TestUserState): boolean {
  return name === "getSubscription" && state.subscription === null;
}

function listApiPaths(entries: RouteConfigEntry[], above: string): string[] {
  return entries.flatMap((entry) => {
    const path = entry.path ? `${above}/${entry.path}` : above;
    const below = entry.children ? listApiPaths(entry.children, path) : [path];
    return below.filter((found) => found.startsWith("/api/"));
  });
}

/** HEAD is allowed wherever GET is. */
function listMethods(path: string): string[] {
  const methods = OPERATIONS.filter((some) => some.path === path).map(({ method }) => method);
  return [...methods, ...(methods.includes("GET") ? ["HEAD"] : [])].sort();
}
