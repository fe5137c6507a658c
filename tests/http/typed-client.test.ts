/**
 * Proves that the OpenAPI document tells the truth: a client that is generated from it compiles and works, and every answer
 * that the client receives has what the document describes and nothing else.
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import openapiTs, { astToString, type OpenAPI3 } from "openapi-typescript";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeTestUser, type TestUser } from "../support/users";
import { closeObjects, createSchemaCheck, resolve, type ApiDocument } from "../support/openapi";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";
import { openProductStore } from "../support/product-store";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SOURCE = join(ROOT, "tests/typed-client/calls.ts");
const COMPILING_MS = 60_000;

let product: Product;
let owner: TestUser;
let document: ApiDocument;
let folder: string;
beforeAll(async () => {
  product = await shareProduct();
  const store = await openProductStore(product);
  owner = await makeTestUser(store, { permission: "owner", isVerified: true, subscription: "active" });
  await store.close();
  document = (await (await fetch(`${product.url}/api/openapi.json`)).json()) as ApiDocument;
  // Below the project, so that the compiler finds its packages.
  mkdirSync(join(ROOT, ".cache"), { recursive: true });
  folder = mkdtempSync(join(ROOT, ".cache/typed-client-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

/** Compiles the client with the types of this document. Returns the compiler's errors. */
async function compileWith(described: ApiDocument): Promise<string[]> {
  const nodes = await openapiTs(structuredClone(described) as unknown as OpenAPI3);
  writeFileSync(join(folder, "schema.d.ts"), astToString(nodes));
  copyFileSync(SOURCE, join(folder, "calls.ts"));
  const program = ts.createProgram([join(folder, "calls.ts")], COMPILER_OPTIONS, createHost());
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "));
}

const COMPILER_OPTIONS: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  types: [],
};

const parsed = new Map<string, ts.SourceFile | undefined>();

/** Parses each file once; only that of the document's types changes. */
function createHost(): ts.CompilerHost {
  const host = ts.createCompilerHost(COMPILER_OPTIONS);
  const getSourceFile = (...[path, ...how]: Parameters<typeof host.getSourceFile>) => {
    const file = parsed.get(path) ?? host.getSourceFile(path, ...how);
    if (!path.endsWith("schema.d.ts")) parsed.set(path, file);
    return file;
  };
  return { ...host, getSourceFile };
}

/** Finds the errors in an answer, by the document. */
async function findErrors(request: Request, response: Response, described: ApiDocument): Promise<string[]> {
  const { pathname } = new URL(request.url);
  const paths = Object.keys(described.paths);
  const matches = (path: string) => new RegExp(`^${path.replace(/{\w+}/g, "[^/]+")}$`).test(pathname);
  const path = paths.includes(pathname) ? pathname : paths.find(matches);
  const operation = described.paths[path ?? ""]?.[request.method.toLowerCase()];
  if (!operation) return [`${request.method} ${pathname} is not described`];
  const { responses } = resolve(operation, described);
  const answer = responses[response.status] ?? responses.default;
  const [type = ""] = (response.headers.get("Content-Type") ?? "").split(";");
  const content = answer?.content[type];
  if (!content) return [`${request.method} ${pathname} answers ${response.status} ${type}`];
  const closed = closeDocument(described);
  const accepts = createSchemaCheck(closeObjects(content.schema, described), closed);
  const body: unknown = await response.clone().json();
  if (accepts(body)) return [];
  return (accepts.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${request.method} ${pathname} ${instancePath} ${message ?? ""} ${JSON.stringify(params)}`,
  );
}

const closedDocuments = new Map<ApiDocument, ApiDocument>();

/** The document with closed objects, made once. */
function closeDocument(described: ApiDocument): ApiDocument {
  const closed = closedDocuments.get(described) ?? closeObjects(described, described);
  closedDocuments.set(described, closed);
  return closed;
}

test("a client generated from the document compiles", { timeout: COMPILING_MS }, async () => {
  expect(await compileWith(document)).toEqual([]);
});

describe("the compiler finds it when the document", () => {
  test.each<[string, (lying: ApiDocument) => void]>([
    ["leaves out a call", ({ paths }) => delete paths["/api/event"]],
    ["leaves out a field of an answer", ({ components }) => delete getFields(components, "Member").email],
    [
      "gives a field another type",
      ({ components }) => (getFields(components, "ApiKey").name = { type: "null" }),
    ],
  ])("%s", { timeout: COMPILING_MS }, async (_, lie) => {
    const lying = structuredClone(document);
    lie(lying);
    expect(await compileWith(lying)).not.toEqual([]);
  });
});

function getFields(components: ApiDocument["components"], name: string): Record<string, object> {
  const { properties = {} } = (components.schemas?.[name] ?? {}) as { properties?: Record<string, object> };
  return properties;
}

test("the main calls answer what the document describes, and nothing else", async () => {
  const errors: string[] = [];
  const seen: [Request, Response][] = [];
  const fetchAndCheck = async (request: Request) => {
    const response = await fetch(request);
    errors.push(...(await findErrors(request, response, document)));
    seen.push([request, response.clone()]);
    return response;
  };
  // Not by its name, because the compiler would look for the generated types.
  const { makeCalls } = (await import(SOURCE)) as {
    makeCalls: (callers: object) => Promise<{ user: string }>;
  };
  const done = await makeCalls({ baseUrl: product.url, fetch: fetchAndCheck, token: owner.token });
  expect(errors).toEqual([]);
  expect(seen.length).toBeGreaterThan(25);
  expect(done).toMatchObject({
    permission: "owner",
    key: "Typed client",
    members: [done.user],
    refused: [403, "This API key lacks the scope account:read."],
    unknown: [404, expect.any(String)],
  });
  // The check itself: an answer compared with a document that says something else.
  const lying = structuredClone(document);
  delete getFields(lying.components, "Member").email;
  getFields(lying.components, "User").name = { type: "integer" };
  const found = await Promise.all(seen.map(([request, answer]) => findErrors(request, answer, lying)));
  expect(found.flat().join("\n")).toMatch(/GET \/api\/user \/data\/name must be integer/);
  expect(found.flat().join("\n")).toMatch(/GET \/api\/account\/users .*"email"/);
});
