/** Describes the API in OpenAPI 3.1, generated from the operations. https://spec.openapis.org/oas/v3.1.0 */
import * as z from "zod";
import { OPERATIONS } from "./operations.server";
import type { $ZodType } from "zod/v4/core";
import type { Operation } from "./platform/operation.server";
import { PRODUCT_NAME } from "~/domain/product";

type Json = Record<string, unknown>;

/** The OpenAPI document of the product at `appUrl`. */
export function createOpenApiDocument(appUrl: string): Json {
  const described: Record<string, Json> = {};
  for (const operation of OPERATIONS) {
    (described[toDocumentPath(operation)] ??= {})[operation.method.toLowerCase()] = describe(operation);
  }
  return {
    openapi: "3.1.0",
    info: { title: `${PRODUCT_NAME} API`, version: "1", license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url: appUrl }],
    paths: described,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      schemas: { Failure: FAILURE },
      responses: describeFailures(),
    },
  };
}

const FAILURE = {
  type: "object",
  properties: {
    message: { type: "string" },
    inputError: { type: "string" },
    data: { type: "object", properties: { plan: { type: "string" } }, required: ["plan"] },
  },
  required: ["message"],
};

const FAILURES: Record<string, string> = {
  "400": "Something in the input is wrong; inputError names the field.",
  "401": "No valid credential.",
  "403": "Not permitted, or from another site.",
  "402": "The account needs another plan; data.plan names it.",
  "404": "There is no such thing in this account.",
  "413": "The body, or a file in it, is too large.",
  "415": "The body is not of the type that this call takes.",
  "409": "Somebody else was faster.",
  "503": "The database, or a service behind the product, is down. Try again after Retry-After seconds.",
};

function toDocumentPath({ path }: Operation): string {
  return path.replace(NAMED, "{$1}");
}

const NAMED = /:(\w+)/g;

function describe(operation: Operation): Json {
  const isOpen = operation.access.permission === "none";
  const { parameters, body } = describeInput(operation);
  const refusals = Object.keys(describeFailures()).map((status) => [
    status,
    { $ref: `#/components/responses/${status}` },
  ]);
  return {
    operationId: operation.name,
    summary: operation.summary,
    security: isOpen ? getOpenSecurity(operation) : [BEARER],
    ...(!isOpen && { "x-permission": operation.access.permission }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: {
      "200": { description: "Done.", content: toJsonContent(describeEnvelope(operation.output)) },
      ...(Object.fromEntries(refusals) as Json),
    },
  };
}

const BEARER = { bearer: [] };

/** No token is required. GET /api/auth accepts one, and answers without it as well. */
function getOpenSecurity({ method }: Operation): object[] {
  return method === "GET" ? [{}, BEARER] : [];
}

/** An operation's input is one object. A call sends part of it in its URL, or all of it when it has no body. */
function describeInput(operation: Operation): { parameters: Json[]; body: Json | null } {
  const { properties, required = [], ...schema } = toJsonSchema(operation.input, "input") as ObjectSchema;
  const inPath = [...operation.path.matchAll(NAMED)].map(([, name = ""]) => name);
  const isInUrl = ([name]: [string, unknown]) => operation.method === "GET" || inPath.includes(name);
  const fields = Object.entries(properties ?? {});
  const parameters = fields.filter(isInUrl).map(([name, field]) => ({
    name,
    in: inPath.includes(name) ? "path" : "query",
    required: required.includes(name),
    schema: field,
  }));
  const inBody = Object.fromEntries(fields.filter((field) => !isInUrl(field)));
  // A union of forms has no properties of its own.
  if (!properties) return { parameters, body: describeBody(operation, schema, true) };
  if (Object.keys(inBody).length === 0) return { parameters, body: null };
  const needed = required.filter((name) => Object.hasOwn(inBody, name));
  const rest = { ...schema, properties: inBody, ...(needed.length > 0 && { required: needed }) };
  return { parameters, body: describeBody(operation, rest, needed.length > 0) };
}

interface ObjectSchema extends Json {
  properties?: Record<string, Json>;
  required?: string[];
}

function describeBody({ acceptsFiles, listField }: Operation, schema: ObjectSchema, required: boolean): Json {
  const list = listField === undefined ? undefined : schema.properties?.[listField];
  const text = acceptsFiles ? removeFileFields(schema) : schema;
  const json = toJsonContent(list ? { anyOf: [text, list] } : text);
  return { required, content: { ...json, ...(acceptsFiles && { "multipart/form-data": { schema } }) } };
}

/** JSON cannot contain a file. */
function removeFileFields(schema: ObjectSchema): ObjectSchema {
  const fields = Object.entries(schema.properties ?? {}).filter(([, { format }]) => format !== "binary");
  return { ...schema, properties: Object.fromEntries(fields) };
}

/** The errors that any call may answer with, by status. */
function describeFailures(): Json {
  const failure = { $ref: "#/components/schemas/Failure" };
  const described = Object.entries(FAILURES).map(([status, description]) => [
    status,
    { description, content: toJsonContent(failure) },
  ]);
  const tooMany = {
    description: "Too many tries: one sentence.",
    content: { "text/plain": { schema: { type: "string" } } },
  };
  return { ...(Object.fromEntries(described) as Json), "429": tooMany };
}

function describeEnvelope(output: $ZodType): Json {
  return {
    type: "object",
    properties: { data: toJsonSchema(output, "output"), message: { type: "string" } },
    required: ["data"],
  };
}

function toJsonContent(schema: Json): Json {
  return { "application/json": { schema } };
}

function toJsonSchema(schema: $ZodType, io: "input" | "output"): Json {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return described;
}
