/** Clients are generated from the document, so it is checked against OpenAPI 3.1 and JSON Schema 2020-12. */
import { createConfig, lintFromString } from "@redocly/openapi-core";
import Ajv from "ajv/dist/2020";
import { describe, expect, test } from "vitest";
import { createOpenApiDocument } from "./openapi.server";
import { OPERATIONS } from "./operations.server";

interface Parameter {
  name: string;
  in: "path" | "query";
  required: boolean;
  schema: object;
}

interface Described {
  operationId: string;
  security: object[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: { properties?: object } }> };
  responses: Record<string, { $ref?: string; description?: string }>;
}

const document = JSON.parse(JSON.stringify(createOpenApiDocument("https://app.test"))) as Record<
  string,
  unknown
>;
const paths = document.paths as Record<string, Record<string, Described>>;
const described = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, entry]) => ({ path, method, entry })),
);

/** Every object within the document. */
function within(node: unknown): Record<string, unknown>[] {
  if (typeof node !== "object" || node === null) return [];
  const inside = Object.values(node).flatMap(within);
  return Array.isArray(node) ? inside : [node as Record<string, unknown>, ...inside];
}

test("it contains every operation under a unique name", () => {
  expect(document.openapi).toBe("3.1.0");
  const names = described.map(({ entry }) => entry.operationId);
  expect([...names].sort()).toEqual(OPERATIONS.map(({ name }) => name).sort());
  expect(new Set(names).size).toBe(names.length);
});

test("Redocly's recommended rules find no error", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  const errors = problems.filter(({ severity }) => severity === "error");
  expect(errors.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer ?? ""}`)).toEqual([]);
});

test("an operation without access control requires no token; reading the current session accepts one", () => {
  expect(paths["/api/auth"]?.post?.security).toEqual([]);
  expect(paths["/api/auth"]?.get?.security).toEqual([{}, { bearer: [] }]);
  expect(paths["/api/user"]?.get?.security).toEqual([{ bearer: [] }]);
});

test("every reference can be resolved", () => {
  const references = within(document).flatMap(({ $ref }) => (typeof $ref === "string" ? [$ref] : []));
  expect(references.length).toBeGreaterThan(100);
  for (const reference of new Set(references)) {
    const [root, ...steps] = reference.split("/");
    const found = steps.reduce<unknown>(
      (node, step) => (node as Record<string, unknown> | undefined)?.[step],
      document,
    );
    expect([root, typeof found], reference).toEqual(["#", "object"]);
  }
});

describe.each(described)("$method $path", ({ path, method, entry }) => {
  const parameters = entry.parameters ?? [];

  test("declares the parameters in its path once, and none of them in the body", () => {
    const inPath = [...path.matchAll(/{(\w+)}/g)].map(([, name]) => name);
    const declared = parameters.filter(({ in: place }) => place === "path");
    expect(declared.map(({ name }) => name)).toEqual(inPath);
    for (const parameter of declared) expect(parameter.required).toBe(true);
    expect(new Set(parameters.map(({ name }) => name)).size).toBe(parameters.length);
    for (const { schema } of Object.values(entry.requestBody?.content ?? {}))
      for (const name of inPath) expect(schema.properties ?? {}).not.toHaveProperty(String(name));
  });

  test("has a body only where one is read, and lists its possible errors", () => {
    if (method === "get") expect(entry.requestBody).toBeUndefined();
    else expect(parameters.filter(({ in: place }) => place === "query")).toEqual([]);
    const refusals = ["400", "401", "402", "403", "404", "409", "413", "415", "429", "503"];
    expect(Object.keys(entry.responses).sort()).toEqual(["200", ...refusals].sort());
  });

  test("has valid schemas with known formats", () => {
    // The schema of a record with known keys requires them without listing each as a property.
    const ajv = new Ajv({
      strict: true,
      strictRequired: false,
      formats: { "date-time": true, binary: true },
    });
    const bodies = Object.values(entry.requestBody?.content ?? {}).map(({ schema }) => schema);
    const answers = within(entry.responses["200"]).flatMap(({ schema }) => (schema ? [schema] : []));
    const schemas = [...parameters.map(({ schema }) => schema), ...bodies, ...answers];
    expect(schemas.length).toBeGreaterThan(0);
    for (const schema of schemas) expect(() => ajv.compile(schema)).not.toThrow();
  });
});

test("a picture is sent in a form, not in JSON", () => {
  const { content } = paths["/api/user"]?.patch?.requestBody ?? {};
  expect(content?.["multipart/form-data"]?.schema.properties).toHaveProperty("avatar");
  expect(content?.["application/json"]?.schema.properties).not.toHaveProperty("avatar");
});

test("a list's cursors and its search are parameters, and an error about a missing plan names the plan", () => {
  const users = paths["/api/account/users"]?.get?.parameters ?? [];
  expect(users.map(({ name, in: place, required }) => [name, place, required])).toEqual([
    ["after", "query", false],
    ["before", "query", false],
    ["search", "query", false],
  ]);
  const { schemas } = document.components as { schemas: { Failure: object } };
  const isFailure = new Ajv().compile(schemas.Failure);
  expect(isFailure({ message: "x", data: { plan: "pro" } })).toBe(true);
  expect(isFailure({ message: "x", data: {} })).toBe(false);
});
