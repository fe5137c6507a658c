/** Describes one operation of the API in OpenAPI 3.1. */
import { isDeepStrictEqual } from "node:util";
import type { Permission } from "~/domain/roles";
import { DONE_SCHEMA, listFailures, listHeaders, PARAMETERS } from "./openapi-components.server";
import { createExample, SHOWN_FIELDS } from "./openapi-examples.server";
import { toJsonSchema, type Json, type Shared } from "./openapi-schemas.server";
import { getTag } from "./openapi-tags.server";
import type { AccountState } from "./platform/access.server";
import type { Operation } from "./platform/operation.server";

/** The path in the document: "/api/user/{id}". */
export function toDocumentPath({ path }: Pick<Operation, "path">): string {
  return path.replace(NAMED, "{$1}");
}

const NAMED = /:(\w+)/g;

/** Shapes that other operations have as well go into `shared`. */
export function describeOperation(operation: Operation, shared: Shared): Json {
  const { name, access, keyScope, acceptsIdempotencyKey, deprecated } = operation;
  const isOpen = access.permission === "none";
  const { parameters, body } = describeInput(operation, shared);
  const headers = listHeaders(operation);
  const sent = acceptsIdempotencyKey ? [...parameters, refParameter("IdempotencyKey")] : parameters;
  return {
    operationId: name,
    tags: [getTag(operation)],
    ...describeText(operation),
    ...(deprecated && { deprecated: true }),
    security: isOpen ? getOpenSecurity(operation) : listSecurity(operation),
    ...(!isOpen && { "x-permission": access.permission }),
    ...(keyScope && { "x-key-scope": keyScope }),
    ...(sent.length > 0 && { parameters: sent }),
    ...(body && { requestBody: body }),
    responses: {
      "200": {
        description: "Done.",
        ...(Object.keys(headers).length > 0 && { headers }),
        content: toJsonContent(describeEnvelope(operation, shared)),
      },
      ...listFailures(operation),
    },
  };
}

/** The first sentence is the title, and the others come with who may make the call. */
function describeText({ summary, access, keyScope, deprecated }: Operation): Json {
  const [, title = summary, rest = ""] = /^(.+?[.:?!])(?=\s|$)\s*([^]*)$/.exec(summary) ?? [];
  const who =
    access.permission === "none"
      ? "Open to everyone."
      : `For ${CALLERS[access.permission]}${STATES[access.state]}. ${keyScope ? `API keys need the scope \`${keyScope}\`.` : "Not for API keys."}`;
  const end =
    deprecated &&
    `Deprecated since ${deprecated.since}, removed on ${deprecated.until}. ${deprecated.instead}`;
  const more = rest.charAt(0).toUpperCase() + rest.slice(1);
  const description = [end, more, who].filter(Boolean).join("\n\n");
  return { summary: title.replace(/[.:]$/, ""), description };
}

const CALLERS: Record<Permission, string> = {
  user: "every member",
  developer: "developers and the owner",
  admin: "admins and the owner",
  owner: "the owner",
  master: "masters",
};

const STATES: Record<AccountState, string> = {
  any: "",
  verified: " with a verified email",
  planned: " of an account with a plan",
  subscribed: " of an account with an active subscription",
};

const BEARER = { bearer: [] };

/** A session's token, or an API key with the scope of the call. */
function listSecurity({ keyScope }: Operation): object[] {
  return keyScope === undefined ? [BEARER] : [BEARER, { apiKey: [] }];
}

/** No token is required. GET /api/auth accepts one, and answers without it as well. */
function getOpenSecurity({ method }: Operation): object[] {
  return method === "GET" ? [{}, BEARER] : [];
}

interface ObjectSchema extends Json {
  properties?: Record<string, Json>;
  required?: string[];
}

/** Accepted of clients that count pages, and not offered: the parameter `after` says what it answers. */
const NOT_OFFERED = "page";

/** An operation's input is one object. A call sends part of it in its URL, or all of it when it has no body. */
function describeInput(operation: Operation, shared: Shared): { parameters: Json[]; body: Json | null } {
  const given = toJsonSchema(operation.input, {
    io: "input",
    shared,
    context: operation.name,
  }) as ObjectSchema;
  const { properties, required = [], ...schema } = given;
  const inPath = [...operation.path.matchAll(NAMED)].map(([, name = ""]) => name);
  const isInUrl = ([name]: [string, unknown]) => operation.method === "GET" || inPath.includes(name);
  const fields = Object.entries(properties ?? {}).filter(([name]) => name !== NOT_OFFERED);
  const parameters = fields.filter(isInUrl).map(([name, field]) =>
    name in PARAMETERS
      ? refParameter(name)
      : {
          name,
          in: inPath.includes(name) ? "path" : "query",
          required: required.includes(name),
          schema: field,
        },
  );
  const inBody = Object.fromEntries(fields.filter((field) => !isInUrl(field)));
  // A union of forms, and a shape with a name, have no properties of their own.
  if (!properties) return { parameters, body: describeBody(operation, schema, { required: true, shared }) };
  if (Object.keys(inBody).length === 0) return { parameters, body: null };
  const needed = required.filter((name) => Object.hasOwn(inBody, name));
  const rest = { ...schema, properties: inBody, ...(needed.length > 0 && { required: needed }) };
  return { parameters, body: describeBody(operation, rest, { required: needed.length > 0, shared }) };
}

const refParameter = (name: string): Json => ({ $ref: `#/components/parameters/${name}` });

function describeBody(
  { name, acceptsFiles, listField }: Operation,
  schema: ObjectSchema,
  { required, shared }: { required: boolean; shared: Shared },
): Json {
  const list = listField === undefined ? undefined : schema.properties?.[listField];
  const text = acceptsFiles ? removeFileFields(schema) : schema;
  const shown = { ...text, required: [...(SHOWN_FIELDS[name] ?? []), ...(text.required ?? [])] };
  const json = { schema: list ? { anyOf: [text, list] } : text, example: createExample(shown, shared) };
  return {
    required,
    content: { "application/json": json, ...(acceptsFiles && { "multipart/form-data": { schema } }) },
  };
}

/** JSON cannot contain a file. */
function removeFileFields(schema: ObjectSchema): ObjectSchema {
  const fields = Object.entries(schema.properties ?? {}).filter(([, { format }]) => format !== "binary");
  return { ...schema, properties: Object.fromEntries(fields) };
}

const refSchema = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

const PAYMENT_ACTION = {
  requires_payment_action: refSchema("PaymentAction"),
  client_secret: { type: "string" },
};

function describeEnvelope({ name, output, canCharge }: Operation, shared: Shared): Json {
  const data = toJsonSchema(output, { io: "output", shared, context: name });
  if (!canCharge && isDeepStrictEqual(data, DONE_SCHEMA.properties.data)) return refSchema("Done");
  return {
    type: "object",
    properties: { data, message: { type: "string" }, ...(canCharge && PAYMENT_ACTION) },
    required: ["data"],
  };
}

function toJsonContent(schema: Json): Json {
  return { "application/json": { schema } };
}
