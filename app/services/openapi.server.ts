/** Describes the API in OpenAPI 3.1, generated from the operations. https://spec.openapis.org/oas/v3.1.0 */
import { KEY_PREFIXES } from "~/domain/api-keys";
import { PRODUCT_NAME } from "~/domain/product";
import { BRAND_IS_OWN } from "~/product/brand";
import {
  DONE_SCHEMA,
  FAILURE_SCHEMA,
  PAYMENT_ACTION_SCHEMA,
  describeFailures,
  HEADERS,
  PARAMETERS,
} from "./openapi-components.server";
import { describeOperation, toDocumentPath } from "./openapi-operation.server";
import type { Json, Shared } from "./openapi-schemas.server";
import { listTags } from "./openapi-tags.server";
import { OPERATIONS } from "./operations.server";

const SUMMARY = "Accounts, users, billing and usage of one account, for programs.";

const DESCRIPTION = `Every answer is JSON: \`{ data, message? }\`, or \`{ message, inputError?, data? }\` after a failure.

**Sign in** with an API key of the account (\`Authorization: Bearer ${KEY_PREFIXES.live}…\`) or with the token of a session. A key that was made while no real payments were taken begins with ${KEY_PREFIXES.test}, and goes on working. A key makes the calls that name a scope, within its scopes. A browser's token reads; writes and exports also need its session's cookie, which requests from the product's own pages send.

**Lists** come in pages: send \`next\` as \`after\` until \`next\` is null.

**Repeating safely**: send an \`Idempotency-Key\` with the calls that list it, and the same call again has the same effect once.

**Changes**: fields, calls and optional parameters may be added at any time, so ignore what you do not know. What is going to be removed is marked \`deprecated\` here at least six months before, and its answers have \`Deprecation\` and \`Sunset\`.

**Limits**: an answer that counted against a limit says in \`RateLimit\` what is left of it. After 429, wait \`Retry-After\` seconds.

Texts take no control characters. Each answer carries \`X-Request-Id\`: name it when you write to us.`;

/** The OpenAPI document of the product at `appUrl`. */
export function createOpenApiDocument(appUrl: string): Json {
  const shared: Shared = {
    Done: DONE_SCHEMA,
    Failure: FAILURE_SCHEMA,
    PaymentAction: PAYMENT_ACTION_SCHEMA,
  };
  const described: Record<string, Json> = {};
  for (const operation of OPERATIONS)
    (described[toDocumentPath(operation)] ??= {})[operation.method.toLowerCase()] = describeOperation(
      operation,
      shared,
    );
  return {
    openapi: "3.1.0",
    info: {
      title: `${PRODUCT_NAME} API`,
      version: "1",
      summary: SUMMARY,
      description: DESCRIPTION,
      ...(!BRAND_IS_OWN && { license: { name: "MIT", identifier: "MIT" } }),
    },
    servers: [{ url: appUrl, description: "This server" }],
    tags: listTags(),
    paths: described,
    components: {
      securitySchemes: { bearer: SESSION_TOKEN, apiKey: API_KEY },
      schemas: Object.fromEntries(Object.entries(shared).sort(([a], [b]) => a.localeCompare(b))),
      parameters: PARAMETERS,
      headers: HEADERS,
      responses: describeFailures(),
    },
  };
}

const SESSION_TOKEN = {
  type: "http",
  scheme: "bearer",
  description: "The token of a session: POST /api/auth returns it.",
};
const API_KEY = {
  type: "http",
  scheme: "bearer",
  bearerFormat: `${KEY_PREFIXES.live}…`,
  description:
    "An API key of the account: POST /api/key returns it. x-key-scope names the scope that a call needs; a call without one takes no key. The account needs an active subscription.",
};
