/** Examples for the API's description: a value for each field by its name, and whole bodies made of them. */
import type { OwnField } from "~/domain/own-fields";
import { OWN_ACCOUNT_FIELDS, OWN_USER_FIELDS } from "~/product/fields";
import { OWN_EXAMPLES } from "~/product/operations.server";
import { createCursor } from "~/domain/cursors";
import { FALLBACK_LOCALE } from "~/domain/locales";
import { PRODUCT_SLUG } from "~/domain/product";

type Json = Record<string, unknown>;

const ID = "0199c3f0-7d1c-7c1e-9d55-0a4b1c2d3e4f";
const TIME = "2026-11-20T09:30:00.000Z";
const PASSWORD = "correct horse!";
const CURSOR = createCursor({ by: "createdAt", value: new Date(TIME), id: ID, rank: 0 });

/** By field; `shape.field` and `operation.field` win where a name means something else there. */
const VALUES: Record<string, unknown> = {
  ...{ id: ID, ids: [ID], account: ID, account_id: ID, user: ID, default_account: ID, request: ID },
  ...{ name: "Ada Lovelace", email: "ada@example.com", billing_email: "bills@example.com" },
  ...{ "assignRoles.admin": [ID], "assignRoles.developer": [ID], "assignRoles.user": [ID] },
  ...{ password: PASSWORD, confirm_password: PASSWORD, oldpassword: PASSWORD, newpassword: PASSWORD },
  ...{ code: "123456", token: "mgc_Zm9vYmFy", jwt: "rst_Zm9vYmFy", invite_id: "inv_Zm9vYmFy" },
  ...{ plan: "pro", provider: "facebook", locale: "en", timezone: "Europe/London" },
  ...{ company: "Ada Ltd", line1: "1 Main Street", line2: "", city: "London", postal_code: "N1 9GU" },
  ...{ until: "2026-12-31T09:00:00.000Z", confirm: "on" },
  "extendTrial.until": "2026-12-31",
  ...{ country: "GB", tax_id_type: "gb_vat", tax_id: "GB123456789", promotion_code: "WELCOME" },
  proration_date: "1796000000000.1796000000400.Zm9vYmFy",
  ...{
    metadata: { report: "sales" },
    comment: "I found what I needed.",
    message: "Where do I change my plan?",
  },
  ...{ url: "https://example.com/webhooks", description: "Adds new members to our chat." },
  ...{ confirmation: "Ada Ltd", reason: "The customer asked for help.", search: "ada" },
  ...{
    key: "gw_live_a1b2…x9yz",
    full_key: "gw_live_a1b2c3d4e5f6",
    allowed_ips: ["192.0.2.7"],
    ip: "192.0.2.7",
  },
  ...{
    last_used_ip: "192.0.2.7",
    address: "192.0.2.7",
    job: "cleanup",
    event: "evt_1",
    invoice: "in_1",
    amount: 500,
  },
  ...{
    avatar: "/avatars/0199c3f0.webp",
    currency: "usd",
    currency_symbol: "$",
    total: 2900,
    amount_due: 2900,
    amount_charged: 2900,
    number: "GW-0001",
  },
  ...{ expires_at: null, after: CURSOR, before: CURSOR, next: CURSOR, previous: null, day: "2026-11-20" },
  ...{ hint: "gw_live_a1b2…x9yz", account_name: "Ada Ltd", target: "grace@example.com", support: null },
  ...{ domain: "app.example.com", support_email: "help@example.com", trust_proxy_hops: 1, revision: 3 },
  ...{ port: 5432, filename: "product.db" },
  "saveSetupDatabase.host": "db.internal",
  "saveSetupDatabase.user": PRODUCT_SLUG,
  "saveSetupDatabase.name": PRODUCT_SLUG,
  text_en: "Maintenance on Sunday from 8 to 9 UTC.",
  text_es: "Mantenimiento el domingo de 8 a 9 UTC.",
  answer: "Thank you, we have made it faster.",
  ...{
    mail_provider: "mailgun",
    mode: "test",
    test_publishable_key: "pk_test_51Ab",
    test_secret_key: "sk_test_51Ab",
    webhook_secret: "whsec_Ab12",
  },
  ...{ live_publishable_key: "", live_secret_key: "", create_prices: true, free_plan: true },
  ...{ api_key: "3f5c-key", host: "api.eu.mailgun.net", sender: "Acme <hello@mg.example.com>" },
  ...{ smtp_host: "mail.example.com", smtp_port: 587, smtp_user: "acme", smtp_password: "a password" },
  ...{ test_email: "ada@example.com" },
  ...{ facebook_client_id: "1234567890", facebook_client_secret: "0123456789abcdef0123456789abcdef" },
  ...{ twitter_client_id: "TWl0dGVy", twitter_client_secret: "0123456789abcdef0123456789abcdef" },
  ...{ linkedin_client_id: "86abcdefghij", linkedin_client_secret: "0123456789abcdef" },
  ...{ first_master_email: "ada@example.com" },
  "createEvent.name": "report_opened",
  "createKey.name": "Nightly export",
  "updateKey.name": "Nightly export",
  "renameAccount.name": "Ada Ltd",
  "createInvites.email": "grace@example.com",
  "ApiKey.name": "Nightly export",
  "ApiKey.created_by": "Ada Lovelace",
  "Plan.id": "pro",
  "Plan.name": "Pro",
  "Plan.price": 29,
  "Plan.currency": { symbol: "$", code: "usd" },
  ...Object.fromEntries(
    Object.entries<OwnField>({ ...OWN_USER_FIELDS, ...OWN_ACCOUNT_FIELDS }).map(([name, { example }]) => [
      name,
      example,
    ]),
  ),
  ...OWN_EXAMPLES,
};

const ANSWER = { id: "AQIDBA", rawId: "AQIDBA", type: "public-key" };
const CLIENT_DATA = { clientDataJSON: "eyJ0eXBlIjoi4oCmIn0" };

/** By the name of a shape that says no more than that it is an object. */
const SHAPES: Record<string, unknown> = {
  PasskeyAssertion: {
    ...ANSWER,
    response: { ...CLIENT_DATA, authenticatorData: "SZYN5Q", signature: "MEUCIQ", userHandle: "MDE5OQ" },
  },
  PasskeyRegistration: { ...ANSWER, response: { ...CLIENT_DATA, attestationObject: "o2NmbXQ" } },
};

/** The schema of a named shape, with an example of the whole, or else at each field that has one. */
export function addShapeExamples(schema: Json, name: string): Json {
  const example = SHAPES[name];
  return example === undefined ? addExamples(schema, name) : { ...schema, examples: [example] };
}

/** The schema with an example at each field that has one. */
export function addExamples<Schema extends Json>(schema: Schema, context: string): Schema {
  const inner = Object.entries(schema).map(([keyword, value]) => {
    if (keyword === "properties") return [keyword, addToFields(value as Record<string, Json>, context)];
    if (keyword === "enum" || keyword === "const" || keyword === "default") return [keyword, value];
    return [keyword, addWithin(value, context)];
  });
  return Object.fromEntries(inner) as Schema;
}

/** By an operation's name, fields that its example has although any of them may be missing. */
export const SHOWN_FIELDS: Readonly<Record<string, readonly string[]>> = {
  setAnnouncement: [`text_${FALLBACK_LOCALE}`],
};

/** A value that the schema accepts, with the fields that it requires, or the first one when it requires none. */
export function createExample(schema: Json, shared: Record<string, Json>): unknown {
  const { $ref, examples, anyOf, oneOf, properties, items, minimum } = schema as ExampleSchema;
  if ($ref !== undefined) return createExample(shared[$ref.split("/").at(-1) ?? ""] ?? {}, shared);
  if ("const" in schema) return schema.const;
  if (examples) return examples[0];
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const [variant] = anyOf ?? oneOf ?? [];
  if (variant) return createExample(variant, shared);
  if (properties) return createObject(schema, shared);
  if (items) return [createExample(items, shared)];
  return createScalar(schema, minimum);
}

function createScalar({ type, format }: Json, minimum = 1): unknown {
  const [kind] = [type].flat();
  if (kind === "boolean") return true;
  if (kind === "integer" || kind === "number") return minimum;
  return format === "date-time" ? TIME : "text";
}

interface ExampleSchema extends Json {
  $ref?: string;
  examples?: unknown[];
  anyOf?: Json[];
  oneOf?: Json[];
  properties?: Record<string, Json>;
  required?: string[];
  items?: Json;
  minimum?: number;
}

function createObject({ properties = {}, required = [] }: ExampleSchema, shared: Record<string, Json>): Json {
  const names = required.length > 0 ? required : Object.keys(properties).slice(0, 1);
  return Object.fromEntries(names.map((name) => [name, createExample(properties[name] ?? {}, shared)]));
}

function addToFields(fields: Record<string, Json>, context: string): Record<string, Json> {
  const described = Object.entries(fields).map(([name, field]) => {
    const example = findExample(`${context}.${name}`, name, field);
    const inner = addExamples(field, context);
    return [name, example === undefined ? inner : { ...inner, examples: [example] }] as const;
  });
  return Object.fromEntries(described);
}

/** Undefined for a field whose own schema shows its values. */
function findExample(inContext: string, name: string, field: Json): unknown {
  if ("enum" in field || "const" in field || "$ref" in field) return undefined;
  if (field.format === "date-time") return TIME;
  const own = inContext in VALUES ? VALUES[inContext] : VALUES[name];
  return accepts(field, own) ? own : undefined;
}

/** Whether the value has the type of the field: the same name may mean something else elsewhere. */
function accepts(field: Json, value: unknown): boolean {
  const variants = (field.anyOf as Json[] | undefined) ?? [field];
  const types = variants.flatMap(({ type }) => type as string | string[]);
  if (value === undefined) return false;
  if (variants.some((variant) => "enum" in variant || "const" in variant || "$ref" in variant)) return false;
  if (value === null) return types.includes("null");
  if (Array.isArray(value)) return types.includes("array");
  if (typeof value === "number") return types.includes("integer") || types.includes("number");
  return types.includes(typeof value);
}

function addWithin(value: unknown, context: string): unknown {
  if (Array.isArray(value)) return value.map((item) => addWithin(item, context));
  return typeof value === "object" && value !== null ? addExamples(value as Json, context) : value;
}
