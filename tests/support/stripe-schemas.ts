/**
 * The payment provider's contract for tests: checks the sandbox's requests and responses against the SDK's own
 * types.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import type { Contract, ContractFault } from "../../sandbox/contract";
import type { Schema, Schemas } from "./stripe-schemas-generate";
import { OPERATIONS } from "./stripe-schemas-operations";

const HERE = new URL(".", import.meta.url);
const CACHE = fileURLToPath(new URL("../../node_modules/.cache/stripe-schemas/", HERE));
const MADE_FROM = ["stripe-schemas-generate.ts", "stripe-schemas-operations.ts"].map(
  (name) => new URL(name, HERE),
);
const SDK = new URL("../../node_modules/stripe/package.json", HERE);

/** Loads the contract, from the cache when the SDK and the generator have not changed. */
export async function loadContract(): Promise<Contract> {
  return makeContract(readCache() ?? writeCache(await generate()));
}

/** Loads the compiler only when there is something to generate. */
async function generate(): Promise<Schemas> {
  const { generateSchemas } = await import("./stripe-schemas-generate");
  return generateSchemas();
}

/** Creates a contract from schemas. Throws for an operation without one: every route of the sandbox must be listed. */
function makeContract(schemas: Schemas): Contract {
  // Made quickly rather than checking quickly: a test file checks few objects of each type.
  const ajv = new Ajv({ strict: false, validateSchema: false, inlineRefs: false, code: { optimize: false } });
  ajv.addSchema({ $id: "stripe", definitions: schemas.definitions });
  const compiled = new Map<string, ValidateFunction>();
  const check = (key: string, schema: () => Schema, value: unknown): ContractFault | null => {
    const validate = compiled.get(key) ?? ajv.compile(moveDefinitions(schema()));
    compiled.set(key, validate);
    return validate(value) ? null : toContractFault(validate.errors ?? []);
  };
  const getSchema = (name: string): Schema => {
    const schema = schemas.types[name];
    if (schema === undefined) throw new Error(`no schema for ${name}`);
    return schema;
  };
  const checkObject = (object: { object: string }): ContractFault | null => {
    const name = TYPE_OF[object.object];
    if (!name) return { param: "object", message: `is "${object.object}", which no operation answers` };
    return check(name, () => getSchema(name), object) ?? checkEventObject(object);
  };
  /** The SDK types the object inside an event as any object. It must be one that the sandbox returns. */
  const checkEventObject = (answer: object): ContractFault | null => {
    for (const event of "data" in answer && Array.isArray(answer.data)
      ? (answer.data as unknown[])
      : [answer]) {
      const fault = isEvent(event) ? checkObject(event.data.object) : null;
      if (fault) return fault;
    }
    return null;
  };
  return {
    checkRequest: (route, sent) => {
      const { takes } = getOperation(route);
      return check(takes, () => getSchema(takes), sent);
    },
    checkAnswer: (route, answer) => {
      const { answers } = getOperation(route);
      const fault =
        typeof answers === "string"
          ? check(answers, () => getSchema(answers), answer)
          : check(`list ${answers.listOf}`, () => toListSchema(getSchema(answers.listOf)), answer);
      return fault ?? checkEventObject(answer);
    },
    checkObject,
  };
}

interface EventAnswer {
  object: "event";
  data: { object: { object: string } };
}

function isEvent(value: unknown): value is EventAnswer {
  return typeof value === "object" && value !== null && "object" in value && value.object === "event";
}

/** Kind of object → its type. */
const TYPE_OF: Readonly<Record<string, string>> = {
  "billing.meter": "Meter",
  charge: "Charge",
  coupon: "Coupon",
  customer: "Customer",
  dispute: "Dispute",
  event: "EventBase",
  invoice: "Invoice",
  invoice_payment: "InvoicePayment",
  payment_intent: "PaymentIntent",
  payment_method: "PaymentMethod",
  price: "Price",
  product: "Product",
  promotion_code: "PromotionCode",
  "radar.early_fraud_warning": "EarlyFraudWarning",
  refund: "Refund",
  setup_intent: "SetupIntent",
  subscription: "Subscription",
  tax_id: "TaxId",
};

function getOperation(route: string) {
  const operation = OPERATIONS[route];
  if (!operation) throw new Error(`${route} is not among the operations of the contract`);
  return operation;
}

function toListSchema(item: Schema): Schema {
  return {
    type: "object",
    properties: {
      object: { const: "list" },
      data: { type: "array", items: item },
      has_more: { type: "boolean" },
      url: { type: "string" },
    },
    required: ["object", "data", "has_more", "url"],
    additionalProperties: false,
  };
}

/** Definitions are in one shared schema, so that each shape is compiled once. */
function moveDefinitions(schema: Schema): object {
  return JSON.parse(
    JSON.stringify({ allOf: [schema] }).replaceAll('"#/definitions/', '"stripe#/definitions/'),
  ) as object;
}

/** The deepest error is the most useful one: for a union, it belongs to the form that fits best. */
function toContractFault(errors: readonly ErrorObject[]): ContractFault {
  const deepest = [...errors].sort((left, right) => getDepth(right) - getDepth(left))[0];
  if (!deepest) return { param: "", message: "does not fit" };
  const { params } = deepest as { params: { additionalProperty?: string; missingProperty?: string } };
  const extra = params.additionalProperty ?? params.missingProperty;
  const path = [...deepest.instancePath.split("/").slice(1), ...(extra === undefined ? [] : [extra])];
  const [first, ...rest] = path;
  return {
    param: `${first ?? ""}${rest.map((part) => `[${part}]`).join("")}`,
    message: `${deepest.message ?? "does not fit"} (${JSON.stringify(params)})`,
  };
}

function getDepth({ instancePath }: ErrorObject): number {
  return instancePath.split("/").length;
}

function cacheFile(): string {
  const hash = createHash("sha256");
  for (const file of [SDK, ...MADE_FROM]) hash.update(readFileSync(file));
  return `${CACHE}${hash.digest("hex").slice(0, 16)}.json`;
}

function readCache(): Schemas | null {
  try {
    return JSON.parse(readFileSync(cacheFile(), "utf8")) as Schemas;
  } catch {
    // Missing or truncated: it is generated again.
    return null;
  }
}

/** Test files run in parallel, so the file is written completely or not at all. */
function writeCache(schemas: Schemas): Schemas {
  mkdirSync(CACHE, { recursive: true });
  const file = cacheFile();
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(schemas));
  renameSync(`${file}.${process.pid}`, file);
  return schemas;
}
