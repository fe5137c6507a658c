/** JSON schemas for the API's description: what operations take and answer, with shared shapes under their names. */
import * as z from "zod";
import type { $ZodType } from "zod/v4/core";
import { planForm } from "~/domain/forms/billing";
import { passkeyAssertion, passkeyRegistration } from "~/domain/forms/passkey-answers";
import { invoiceShape } from "./billing/orders/invoices.server";
import { detailsShape } from "./billing/orders/billing-details.server";
import { cardShape } from "./billing/orders/card.server";
import { chosenPlanShape } from "./billing/orders/plan-reply.server";
import { planShape } from "./billing/plans/plans.server";
import { subscriptionShape } from "./billing/orders/subscription.server";
import { requestOptionsShape } from "./identity/passkey-options.server";
import { passkeyShape } from "./identity/passkey-views.server";
import { signedInUserShape, signInResultShape } from "./identity/complete-sign-in.server";
import { sessionShape } from "./identity/user-sessions.server";
import { issuedShape } from "./keys/create-key.server";
import { keyShape } from "./keys/key-views.server";
import { addExamples, addShapeExamples } from "./openapi-examples.server";
import { preferencesShape } from "./users/notifications.server";
import { sessionUserShape } from "./users/session-user.server";
import { auditShape } from "./platform/audit/account-audits.server";
import { userShape } from "./profile/user.server";
import { accountShape } from "./master/account-list.server";
import { masterUserShape } from "./master/users.server";
import { inviteShape, sentShape } from "./team/invites.server";
import { memberShape } from "./team/member-list.server";

export type Json = Record<string, unknown>;

/** The names of the shapes that generated clients know by name. Each stands in the document once. */
const NAMES: Record<string, $ZodType> = {
  ActivityEntry: auditShape,
  ApiKey: keyShape,
  BillingDetails: detailsShape,
  Card: cardShape,
  ChosenPlan: chosenPlanShape,
  Customer: accountShape,
  Invitation: inviteShape,
  Invoice: invoiceShape,
  IssuedApiKey: issuedShape,
  Member: memberShape,
  NotificationSettings: preferencesShape,
  Passkey: passkeyShape,
  PasskeyAssertion: passkeyAssertion,
  PasskeyRegistration: passkeyRegistration,
  PasskeyRequest: requestOptionsShape,
  Person: masterUserShape,
  Plan: planShape,
  PlanChoice: planForm,
  SentInvitations: sentShape,
  Session: sessionShape,
  SessionUser: sessionUserShape,
  SignedInUser: signedInUserShape,
  SignInResult: signInResultShape,
  Subscription: subscriptionShape,
  User: userShape,
};

const REGISTRY = z.registry<{ id: string }>();
for (const [id, shape] of Object.entries(NAMES)) REGISTRY.add(shape, { id });

/** The shapes that have been described so far, by name. */
export type Shared = Record<string, Json>;

/**
 * Describes a schema in JSON Schema 2020-12, with examples by the names of its fields. Named shapes go into `shared`, and
 * the result refers to them. `context` is the operation's name, for examples that only fit there.
 */
export function toJsonSchema(
  schema: $ZodType,
  { io, shared, context }: { io: "input" | "output"; shared: Shared; context: string },
): Json {
  const described = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    metadata: REGISTRY,
    override: simplify,
  });
  const { $schema: _dialect, $defs = {}, ...own } = toComponentRefs(described) as Json & { $defs?: Shared };
  for (const [name, { id: _id, ...shape }] of Object.entries($defs))
    shared[name] ??= addShapeExamples(shape, name);
  const { id: name, ...plain } = own;
  // A named shape at the top stands here itself, so it moves to the others.
  if (typeof name !== "string") return addExamples(plain, context);
  shared[name] ??= addShapeExamples(plain, name);
  return { $ref: `#/components/schemas/${name}` };
}

function toComponentRefs(described: object): unknown {
  return JSON.parse(JSON.stringify(described).replaceAll('"#/$defs/', '"#/components/schemas/'));
}

const SAFE = Number.MAX_SAFE_INTEGER;
/** Text rules that the document states once, in its description: no control characters. */
const WITHOUT_CONTROLS = "^[^\\p{Cc}";

/**
 * Leaves out what readers and generators have no use for: patterns that repeat a format, bounds of every integer, and
 * the promise that an answer never gets another field.
 */
function simplify({ jsonSchema: schema }: { jsonSchema: Json }): void {
  const { pattern } = schema;
  if (typeof pattern === "string" && pattern.includes("@(?:")) schema.format = "email";
  if (schema.format !== undefined || (typeof pattern === "string" && pattern.startsWith(WITHOUT_CONTROLS)))
    delete schema.pattern;
  if (schema.minimum === -SAFE) delete schema.minimum;
  if (schema.maximum === SAFE) delete schema.maximum;
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  listRecordFields(schema);
}

/** Lists the fields of a record with known keys, which generators expect besides `required`. */
function listRecordFields(schema: Json): void {
  const { propertyNames, additionalProperties, required } = schema as {
    propertyNames?: { enum?: string[] };
  } & Json;
  if (!propertyNames?.enum || !Array.isArray(required)) return;
  schema.properties = Object.fromEntries(propertyNames.enum.map((name) => [name, additionalProperties]));
  delete schema.propertyNames;
  delete schema.additionalProperties;
}
