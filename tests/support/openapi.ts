/** The API's description as tests read it: references replaced, and checks of values against its schemas. */
import Ajv, { type ValidateFunction } from "ajv/dist/2020";
import { createOpenApiDocument } from "~/services/openapi.server";

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  schema: object;
}

export interface DescribedOperation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: object[];
  parameters?: Parameter[];
  requestBody?: {
    required: boolean;
    content: Record<string, { schema: { properties?: object }; example?: unknown }>;
  };
  responses: Record<string, { content: Record<string, { schema: object }> }>;
}

export interface ApiDocument {
  openapi: string;
  tags: { name: string }[];
  paths: Record<string, Record<string, DescribedOperation>>;
  components: Record<string, Record<string, object>>;
}

/** As a client receives it, with its references. */
export function readDocument(): ApiDocument {
  return JSON.parse(JSON.stringify(createOpenApiDocument("https://app.test"))) as ApiDocument;
}

/** Replaces references to parameters, headers and responses. Those to schemas stay: they may be recursive. */
export function resolve<T>(node: T, { components }: ApiDocument): T {
  return JSON.parse(JSON.stringify(node), (_key, value: unknown) => {
    const { $ref = "" } = (typeof value === "object" && value !== null ? value : {}) as { $ref?: string };
    const [, kind = "", name = ""] = /^#\/components\/(parameters|headers|responses)\/(.+)$/.exec($ref) ?? [];
    return kind === "" ? value : resolve(components[kind]?.[name], { components } as ApiDocument);
  }) as T;
}

/** Returns a check against a schema of the document. Throws for an invalid schema. */
export function createSchemaCheck(schema: object, { components }: ApiDocument): ValidateFunction {
  const ajv = compilers.get(components) ?? createCompiler(components);
  compilers.set(components, ajv);
  return ajv.compile(referToDefinitions(schema));
}

/** By the components that the schemas refer to: reading those again for each schema took most of the time. */
const compilers = new WeakMap<ApiDocument["components"], Ajv>();

function createCompiler({ schemas = {} }: ApiDocument["components"]): Ajv {
  // The schema of a record with known keys requires them without listing each as a property.
  const ajv = new Ajv({ strict: true, strictRequired: false, formats: FORMATS, allErrors: true });
  return ajv.addSchema(referToDefinitions({ $id: "components", $defs: schemas }));
}

const referToDefinitions = (schema: object) =>
  JSON.parse(JSON.stringify(schema).replaceAll("#/components/schemas/", "components#/$defs/")) as object;

/**
 * The same schemas, which accept no field that they do not name. Shapes that others extend stay open, because the fields
 * of the extension are not theirs.
 */
export function closeObjects<Node>(node: Node, { components }: Pick<ApiDocument, "components">): Node {
  const extended = new Set(
    [...JSON.stringify([node, components]).matchAll(/"allOf":\[([^\]]*)\]/g)].flatMap(([, members = ""]) =>
      [...members.matchAll(/schemas\/(\w+)"/g)].map(([, name]) => name),
    ),
  );
  const close = (value: unknown, isOpen: boolean): unknown => {
    if (Array.isArray(value)) return value.map((item) => close(item, isOpen));
    if (typeof value !== "object" || value === null) return value;
    const inner = Object.entries(value).map(([name, part]) => [
      name,
      close(part, name === "allOf" || extended.has(name)),
    ]);
    const closed = !isOpen && "properties" in value && !("additionalProperties" in value);
    return { ...(Object.fromEntries(inner) as object), ...(closed && { additionalProperties: false }) };
  };
  return close(node, false) as Node;
}

const FORMATS = {
  "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  email: /^[^@\s]+@[^@\s]+$/,
  binary: true,
} as const;
