/** Reads the API's reference out of its OpenAPI document, so that the page and the document cannot differ. */
import {
  toGroupSlug,
  type ReferenceCall,
  type ReferenceEntry,
  type ReferenceField,
  type ReferenceGroup,
} from "~/domain/api-reference";
import { createSamples } from "./api-samples.server";
import { createExample } from "./openapi-examples.server";
import type { Json, Shared } from "./openapi-schemas.server";
import { createOpenApiDocument } from "./openapi.server";

export interface ApiReference {
  /** Paragraphs about the whole API, in Markdown. */
  introduction: string[];
  groups: ReferenceGroup<ReferenceCall>[];
}

/** By the product's URL: the operations do not change while it runs. */
const read = new Map<string, ApiReference>();

/** The reference of the product at `appUrl`. */
export function getApiReference(appUrl: string): ApiReference {
  const known = read.get(appUrl) ?? readReference(createOpenApiDocument(appUrl) as unknown as Document);
  read.set(appUrl, known);
  return known;
}

/** Returns the groups as the list of all calls shows them. */
export function listEntries(groups: readonly ReferenceGroup<ReferenceCall>[]): ReferenceGroup[] {
  return groups.map((group) => ({ ...group, calls: group.calls.map(toEntry) }));
}

function toEntry({ id, method, path, title, scope, isDeprecated }: ReferenceCall): ReferenceEntry {
  return { id, method, path, title, scope, isDeprecated };
}

interface Document {
  info: { description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, DescribedOperation>>;
  components: {
    schemas: Shared;
    parameters: Record<string, Parameter>;
    responses: Record<string, { description: string }>;
  };
}

interface DescribedOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  deprecated?: true;
  "x-key-scope"?: string;
  parameters?: (Parameter | Reference)[];
  requestBody?: { content: { "application/json": { schema: Schema; example: unknown } } };
  responses: Record<string, Response>;
}

/** Success in full, and failures as references. */
interface Response {
  $ref?: string;
  content?: { "application/json": { schema: Schema } };
}

interface Parameter {
  name: string;
  in: ReferenceField["in"];
  required?: boolean;
  schema: Schema;
}

interface Reference {
  $ref: string;
}

interface Schema extends Json {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

function readReference(document: Document): ApiReference {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags[0],
      call: readCall({ method: method.toUpperCase(), path, operation }, document),
    })),
  );
  const groups = document.tags.map(({ name, description }) => ({
    slug: toGroupSlug(name),
    name,
    description,
    calls: calls.flatMap(({ tag, call }) => (tag === name ? [call] : [])),
  }));
  return { introduction: document.info.description.split("\n\n"), groups };
}

interface Placed {
  method: string;
  path: string;
  operation: DescribedOperation;
}

function readCall({ method, path, operation }: Placed, document: Document): ReferenceCall {
  const { schemas, responses } = document.components;
  const parameters = listParameters(operation, document);
  const errors = Object.entries(operation.responses).filter(([status]) => status !== "200");
  const answer = operation.responses["200"]?.content?.["application/json"].schema;
  const scope = operation["x-key-scope"] ?? null;
  const body = operation.requestBody?.content["application/json"];
  const url = (document.servers[0]?.url ?? "") + fillPath(path, parameters);
  return {
    id: operation.operationId,
    method,
    path,
    title: operation.summary,
    description: operation.description,
    scope,
    isDeprecated: operation.deprecated === true,
    fields: [...parameters.map(toField), ...listBodyFields(body?.schema, schemas)],
    errors: errors.map(([status, { $ref = "" }]) => ({
      status,
      description: responses[toName($ref)]?.description ?? "",
    })),
    answer: JSON.stringify(createExample(answer ?? {}, schemas), null, 2),
    samples: scope === null ? null : createSamples({ method, url, body: body?.example }),
  };
}

function listParameters({ parameters = [] }: DescribedOperation, { components }: Document): Parameter[] {
  return parameters.flatMap((parameter) =>
    "$ref" in parameter ? (components.parameters[toName(parameter.$ref)] ?? []) : parameter,
  );
}

/** The path with an example for each parameter in it. */
function fillPath(path: string, parameters: readonly Parameter[]): string {
  return path.replace(/{(\w+)}/g, (_, name: string) => {
    const parameter = parameters.find((candidate) => candidate.name === name);
    return encodeURIComponent(String(createExample(parameter?.schema ?? {}, {})));
  });
}

const toField = ({ name, in: place, required = false, schema }: Parameter): ReferenceField => ({
  name,
  in: place,
  type: describeType(schema),
  isRequired: required,
});

/** The fields of a body. Where it has several forms, a field is required when each form requires it. */
function listBodyFields(schema: Schema | undefined, schemas: Shared): ReferenceField[] {
  const forms = listForms(schema, schemas);
  const names = new Set(forms.flatMap(({ properties = {} }) => Object.keys(properties)));
  return [...names].map((name) => {
    const described = forms.find(({ properties = {} }) => name in properties)?.properties?.[name];
    const isRequired = forms.every(({ required = [] }) => required.includes(name));
    return { name, in: "body", type: describeType(described ?? {}), isRequired };
  });
}

/** The objects that a schema allows; a list that stands for an object's field is left out. */
function listForms(schema: Schema | undefined, schemas: Shared): Schema[] {
  if (!schema) return [];
  if (schema.$ref !== undefined) return listForms(schemas[toName(schema.$ref)], schemas);
  const forms = schema.anyOf ?? schema.oneOf;
  if (forms) return forms.flatMap((form) => listForms(form, schemas));
  return schema.properties ? [schema] : [];
}

/** Such as "string or null", "list of string" or "pro | team". A shape with a name is named. */
function describeType(schema: Schema): string {
  if (schema.$ref !== undefined) return toName(schema.$ref);
  const forms = schema.anyOf ?? schema.oneOf;
  if (forms) return describeForms(forms.map(describeType));
  if (schema.enum) return schema.enum.map(String).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === "array") return `list of ${describeType(schema.items ?? {})}`;
  return [schema.type ?? "any"].flat().join(" or ");
}

/** A form posts a flag as text, which no program needs. */
function describeForms(types: readonly string[]): string {
  return types.includes("boolean") ? "boolean" : [...new Set(types)].join(" or ");
}

const toName = (reference: string) => reference.split("/").at(-1) ?? "";
