/** The API described for machines, out of the operations themselves. OpenAPI 3.1. */
import * as z from "zod";
import { OPERATIONS } from "./operations.server";
import type { $ZodType } from "zod/v4/core";
import type { Operation } from "./operation.server";

type Json = Record<string, unknown>;

/** The whole document, for the product at `appUrl`. */
export function openApi(appUrl: string): Json {
  const described: Record<string, Json> = {};
  for (const operation of OPERATIONS) {
    (described[documentPath(operation)] ??= {})[operation.method.toLowerCase()] = describe(operation);
  }
  return {
    openapi: "3.1.0",
    info: { title: "Groundwork API", version: "1" },
    servers: [{ url: appUrl }],
    paths: described,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      schemas: { Failure: FAILURE },
    },
  };
}

const FAILURE = {
  type: "object",
  properties: { message: { type: "string" }, inputError: { type: "string" } },
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

function documentPath({ path }: Operation): string {
  return path.replace(/:(\w+)/g, "{$1}");
}

function describe(operation: Operation): Json {
  const isOpen = operation.access.permission === "none";
  return {
    operationId: operation.name,
    summary: operation.summary,
    ...(!isOpen && { security: [{ bearer: [] }], "x-permission": operation.access.permission }),
    ...(operation.method !== "GET" && {
      requestBody: { content: bodyOf(operation) },
    }),
    responses: {
      "200": { description: "Done.", content: jsonOf(envelope(operation.output)) },
      ...failures(),
    },
  };
}

function bodyOf({ input, acceptsFiles }: Operation): Json {
  const schema = schemaOf(input, "input");
  return { ...jsonOf(schema), ...(acceptsFiles && { "multipart/form-data": { schema } }) };
}

function failures(): Json {
  const failure = { $ref: "#/components/schemas/Failure" };
  const described = Object.entries(FAILURES).map(([status, description]) => [
    status,
    { description, content: jsonOf(failure) },
  ]);
  const tooMany = {
    description: "Too many tries: one sentence.",
    content: { "text/plain": { schema: { type: "string" } } },
  };
  return { ...(Object.fromEntries(described) as Json), "429": tooMany };
}

function envelope(output: $ZodType): Json {
  return {
    type: "object",
    properties: { data: schemaOf(output, "output"), message: { type: "string" } },
    required: ["data"],
  };
}

function jsonOf(schema: Json): Json {
  return { "application/json": { schema } };
}

function schemaOf(schema: $ZodType, io: "input" | "output"): Json {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return described;
}
