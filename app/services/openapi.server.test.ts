/** Clients are generated from the document, so it is checked against OpenAPI 3.1 and JSON Schema 2020-12. */
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, test } from "vitest";
import { safeParse } from "zod";
import { BRAND_IS_OWN } from "~/product/brand";
import { createSchemaCheck, readDocument, resolve } from "../../tests/support/openapi";
import { OPERATIONS } from "./operations.server";

const document = readDocument();
const { paths, components } = document;
const described = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, entry]) => ({ path, method, entry: resolve(entry, document) })),
);

const OPEN = OPERATIONS.filter(({ access }) => access.permission === "none").map(({ name }) => name);

/** Every object within the document. */
function within(node: unknown): Record<string, unknown>[] {
  if (typeof node !== "object" || node === null) return [];
  const inside = Object.values(node).flatMap(within);
  return Array.isArray(node) ? inside : [node as Record<string, unknown>, ...inside];
}

test("the description contains every operation under a unique name", () => {
  expect(document.openapi).toBe("3.1.0");
  const names = described.map(({ entry }) => entry.operationId);
  expect([...names].sort()).toEqual(OPERATIONS.map(({ name }) => name).sort());
  expect(new Set(names).size).toBe(names.length);
});

test("the description is valid by the schema of OpenAPI 3.1", async () => {
  expect(await new Validator().validate(structuredClone(document) as never)).toEqual({ valid: true });
});

test("Redocly's recommended rules find no error and nothing to warn of", async () => {
  // As text: comparing an object with the type of Redocly's settings takes the compiler five seconds.
  // A founder's own API names no licence.
  const rules = BRAND_IS_OWN ? "\nrules:\n  info-license: off" : "";
  const config = await createConfig(`extends: [recommended]${rules}`);
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  expect(problems.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer ?? ""}`)).toEqual([]);
});

/** It was 1.9 kB when every operation repeated the shapes and the errors that it shares with others. */
test("the description has less than 1.85 kB for each operation, with examples, because shared parts stand in it once", () => {
  expect(JSON.stringify(document).length / described.length).toBeLessThan(1850);
});

test("an operation without access control requires no token; reading the current session accepts one", () => {
  expect(paths["/api/auth"]?.post?.security).toEqual([]);
  expect(paths["/api/auth"]?.get?.security).toEqual([{}, { bearer: [] }]);
  expect(paths["/api/user"]?.get?.security).toEqual([{ bearer: [] }]);
});

test("a call that API keys may make names its scope, and accepts a key next to a session's token", () => {
  expect(document).toMatchObject({ components: { securitySchemes: { apiKey: { scheme: "bearer" } } } });
  for (const { entry } of described) {
    const scope = OPERATIONS.find(({ name }) => name === entry.operationId)?.keyScope;
    const acceptsKeys = entry.security.some((scheme) => "apiKey" in scheme);
    expect([entry.operationId, acceptsKeys]).toEqual([entry.operationId, scope !== undefined]);
    expect(entry).toMatchObject(scope === undefined ? {} : { "x-key-scope": scope });
    expect(entry.description.includes(`need the scope \`${scope ?? ""}`)).toBe(scope !== undefined);
  }
});

test("the calls that accept an Idempotency-Key list it, and what else they may answer for it", () => {
  for (const { entry } of described) {
    const accepts = OPERATIONS.find(({ name }) => name === entry.operationId)?.acceptsIdempotencyKey === true;
    const headers = (entry.parameters ?? []).filter(({ in: place }) => place === "header");
    expect([entry.operationId, headers.map(({ name }) => name)]).toEqual([
      entry.operationId,
      accepts ? ["Idempotency-Key"] : [],
    ]);
    expect("422" in entry.responses).toBe(accepts);
  }
});

test("every reference can be resolved, and every shared part is used", () => {
  const references = new Set(
    within(document).flatMap(({ $ref }) => (typeof $ref === "string" ? [$ref] : [])),
  );
  const parts = Object.entries(components)
    .filter(([kind]) => kind !== "securitySchemes")
    .flatMap(([kind, named]) => Object.keys(named).map((name) => `#/components/${kind}/${name}`));
  expect([...references].sort()).toEqual(parts.sort());
});

test("every group has operations, and each operation has one group", () => {
  const used = new Set(described.map(({ entry }) => entry.tags.join()));
  expect(used).toEqual(new Set(document.tags.map(({ name }) => name)));
});

describe.each(described)("$method $path", ({ path, method, entry }) => {
  const parameters = entry.parameters ?? [];

  test("an operation declares the parameters in its path once, and none of them in the body", () => {
    const inPath = [...path.matchAll(/{(\w+)}/g)].map(([, name]) => name);
    const declared = parameters.filter(({ in: place }) => place === "path");
    expect(declared.map(({ name }) => name)).toEqual(inPath);
    for (const parameter of declared) expect(parameter.required).toBe(true);
    expect(new Set(parameters.map(({ name }) => name)).size).toBe(parameters.length);
    for (const { schema } of Object.values(entry.requestBody?.content ?? {}))
      for (const name of inPath) expect(schema.properties ?? {}).not.toHaveProperty(String(name));
  });

  test("an operation has a body only where one is read, and lists its possible errors", () => {
    if (method === "get") expect(entry.requestBody).toBeUndefined();
    else expect(parameters.filter(({ in: place }) => place === "query")).toEqual([]);
    const statuses = Object.keys(entry.responses);
    expect(statuses).toEqual(expect.arrayContaining(["200", "401", "default"]));
    expect(statuses.includes("403")).toBe(!OPEN.includes(entry.operationId));
    expect(statuses.includes("409")).toBe(method !== "get");
  });

  test("an operation has valid schemas with known formats, whose examples they accept", () => {
    const bodies = Object.values(entry.requestBody?.content ?? {});
    const answer = Object.values(entry.responses["200"]?.content ?? {}).map(({ schema }) => schema);
    const schemas = [
      ...parameters.map(({ schema }) => schema),
      ...bodies.map(({ schema }) => schema),
      ...answer,
    ];
    expect(schemas.length).toBeGreaterThan(0);
    for (const schema of schemas) createSchemaCheck(schema, document);
    for (const { schema, example } of bodies) {
      if (example === undefined) continue;
      const accepts = createSchemaCheck(schema, document);
      expect(accepts(example), JSON.stringify({ example, errors: accepts.errors })).toBe(true);
    }
  });
});

test("an operation accepts the example of its body", () => {
  for (const { path, method, entry } of described) {
    const example = entry.requestBody?.content["application/json"]?.example;
    if (example === undefined) continue;
    const operation = OPERATIONS.find(({ name }) => name === entry.operationId);
    const inPath = [...path.matchAll(/{(\w+)}/g)].map(([, name]) => [
      name,
      "0199c3f0-7d1c-7c1e-9d55-0a4b1c2d3e4f",
    ]);
    const given = { ...(example as object), ...(Object.fromEntries(inPath) as object) };
    const parsed = operation && safeParse(operation.input, given);
    expect([method, path, parsed?.error?.issues ?? null]).toEqual([method, path, null]);
  }
});

test("every example of a field has the type of the field", () => {
  for (const [name, schema] of Object.entries({ ...components.schemas, paths }))
    for (const node of within(schema))
      for (const example of (node.examples as unknown[] | undefined) ?? []) {
        const accepts = createSchemaCheck(node, document);
        expect(accepts(example), `${name}: ${JSON.stringify({ node, errors: accepts.errors })}`).toBe(true);
      }
});

test("a picture is sent in a form, not in JSON", () => {
  const { content } = paths["/api/user"]?.patch?.requestBody ?? {};
  expect(content?.["multipart/form-data"]?.schema.properties).toHaveProperty("avatar");
  expect(content?.["application/json"]?.schema.properties).not.toHaveProperty("avatar");
});

test("a list's cursors, search, filters and order are parameters, and an error about a missing plan names the plan", () => {
  const users = described.find(({ entry }) => entry.operationId === "listMembers")?.entry.parameters ?? [];
  const names = users.map(({ name, in: place, required = false }) => [name, place, required]);
  expect(names).toEqual(
    expect.arrayContaining([
      ["after", "query", false],
      ["before", "query", false],
      ["search", "query", false],
      ...["status", "permission", "sort", "direction"].map((name) => [name, "query", false]),
    ]),
  );
  const isFailure = createSchemaCheck({ $ref: "#/components/schemas/Failure" }, document);
  expect(isFailure({ message: "x", data: { plan: "pro" } })).toBe(true);
  expect(isFailure({ message: "x", data: {} })).toBe(false);
});
