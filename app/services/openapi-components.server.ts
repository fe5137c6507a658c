/** The parts of the API's description that many operations share: parameters, headers and failures. */
import { SETUP_LEVELS } from "~/domain/setup";
import { IDEMPOTENCY_KEY_HOURS, IDEMPOTENCY_KEY_MAX_LENGTH } from "~/domain/limits";
import type { Operation } from "./platform/operation.server";
import type { Json } from "./openapi-schemas.server";

export const FAILURE_SCHEMA = {
  type: "object",
  properties: {
    message: { type: "string", examples: ["Some of the information isn't valid."] },
    inputError: { type: "string", examples: ["email"], description: "The field that the message is about." },
    data: {
      type: "object",
      minProperties: 1,
      properties: {
        plan: {
          type: "string",
          examples: ["pro"],
          description: "With 402: the plan that would allow the call.",
        },
        findings: {
          type: "array",
          description: "With 400 from a step of setup: what its test has found, and why nothing was saved.",
          items: {
            type: "object",
            properties: {
              level: { type: "string", enum: SETUP_LEVELS },
              message: { type: "string" },
              field: { type: "string", description: "The field that was tested." },
            },
            required: ["level", "message"],
          },
        },
      },
    },
  },
  required: ["message"],
};

const text = { type: "string" };

/** The answer of a call that returns no data. */
export const DONE_SCHEMA = {
  type: "object",
  properties: { data: { type: "object", properties: {} }, message: text },
  required: ["data"],
};

/** In the answer of every call that may charge a card. */
export const PAYMENT_ACTION_SCHEMA = {
  const: true,
  description:
    "The card holder must confirm the payment with `client_secret`. Then send the same request again with its result.",
};

export const PARAMETERS: Record<string, Json> = {
  after: {
    name: "after",
    in: "query",
    description:
      "The `next` of a page: the answer is the page after it. Take it as it is, and do not build it. Lists have no page numbers: `?page=n` answers the first page, with a `message` that says how to go on.",
    schema: text,
  },
  before: {
    name: "before",
    in: "query",
    description: "The `previous` of a page: the answer is the page before it.",
    schema: text,
  },
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description: `A value of your own for this call, such as a UUID. The same call with it within ${IDEMPOTENCY_KEY_HOURS} hours answers the same and changes nothing more.`,
    schema: { ...text, minLength: 1, maxLength: IDEMPOTENCY_KEY_MAX_LENGTH },
  },
};

export const HEADERS: Record<string, Json> = {
  RequestId: { description: "The call's id in the product's log.", schema: text },
  RetryAfter: { description: "In seconds: try again then.", schema: { type: "integer" } },
  RateLimitPolicy: {
    description:
      "The limits that the call counts against: their names, quotas (q) and windows (w, in seconds), as draft-ietf-httpapi-ratelimit-headers says.",
    schema: { ...text, examples: ['"write-user";q=600;w=3600'] },
  },
  RateLimit: {
    description: "What is left of each of these limits (r), and in how many seconds it starts again (t).",
    schema: { ...text, examples: ['"write-user";r=599;t=3600'] },
  },
  IdempotentReplayed: {
    description: "Present when the answer is that of an earlier call with the same Idempotency-Key.",
    schema: { type: "string", const: "true" },
  },
};

const refHeader = (header: string, name: string): Json => ({
  [header]: { $ref: `#/components/headers/${name}` },
});

const RATE_LIMIT_HEADERS = {
  ...refHeader("RateLimit-Policy", "RateLimitPolicy"),
  ...refHeader("RateLimit", "RateLimit"),
};

interface Failure {
  status: number | "default";
  description: string;
  /** Whether a call of the operation can end so. */
  applies(operation: Operation): boolean;
}

const isWrite = ({ method }: Operation) => method !== "GET";
const needsViewer = ({ access }: Operation) => access.permission !== "none";
const takesInput = (operation: Operation) => hasFields(operation) || operation.path.includes(":");

/** By the name of the component. */
const FAILURES: Record<string, Failure> = {
  Invalid: {
    status: 400,
    description:
      "Something in the input is wrong; inputError names the field. A step of setup whose test fails, or warns without confirm: data.findings.",
    applies: takesInput,
  },
  Unauthenticated: {
    status: 401,
    description: "No valid credential.",
    // A bearer token that is an API key is refused everywhere once it no longer works.
    applies: () => true,
  },
  PlanNeeded: {
    status: 402,
    description: "The account needs another plan; data.plan names it.",
    applies: ({ access, keyScope }) =>
      keyScope !== undefined || ("state" in access && ["planned", "subscribed"].includes(access.state)),
  },
  Forbidden: { status: 403, description: "Not permitted, or from another site.", applies: needsViewer },
  NotFound: {
    status: 404,
    description: "There is no such thing in this account.",
    applies: takesInput,
  },
  Conflict: {
    status: 409,
    description:
      "Another change was made at the same time, or the first call with this Idempotency-Key is not done.",
    applies: isWrite,
  },
  KeyReused: {
    status: 422,
    description: "The Idempotency-Key was sent before with another input.",
    applies: ({ acceptsIdempotencyKey }) => acceptsIdempotencyKey === true,
  },
  TooManyRequests: {
    status: 429,
    description: "Too many tries: one sentence.",
    applies: (operation) =>
      isWrite(operation) || operation.limits !== undefined || operation.keyScope !== undefined,
  },
  Failed: {
    status: "default",
    description:
      "Any other failure: 413 and 415 for a body that is too large or of another type, 503 while the database or a service behind the product is down (try again after Retry-After seconds).",
    applies: () => true,
  },
};

/** The failures of an operation by status, as references. */
export function listFailures(operation: Operation): Json {
  const applying = Object.entries(FAILURES).filter(([, { applies }]) => applies(operation));
  return Object.fromEntries(
    applying.map(([name, { status }]) => [status, { $ref: `#/components/responses/${name}` }]),
  );
}

/** Every failure once. */
export function describeFailures(): Json {
  const json = { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } };
  const plain = { "text/plain": { schema: text } };
  const described = Object.entries(FAILURES).map(([name, { status, description }]) => {
    const headers = {
      ...refHeader("X-Request-Id", "RequestId"),
      ...((status === 429 || status === "default") && refHeader("Retry-After", "RetryAfter")),
      ...(status === 429 && RATE_LIMIT_HEADERS),
    };
    return [name, { description, headers, content: status === 429 ? plain : json }];
  });
  return Object.fromEntries(described) as Json;
}

/** The headers of an answer that succeeded. */
export function listHeaders(operation: Operation): Json {
  return {
    ...((isWrite(operation) || operation.limits) && RATE_LIMIT_HEADERS),
    ...(operation.acceptsIdempotencyKey && refHeader("Idempotent-Replayed", "IdempotentReplayed")),
  };
}

/** An operation without input has an object without fields. */
function hasFields({ input }: Operation): boolean {
  const { shape } = input._zod.def as { shape?: object };
  return shape === undefined || Object.keys(shape).length > 0;
}
