/**
 * The calls of the card field and the authentication dialog: JSON under `/browser`, with the publishable key.
 * Reading or confirming an intent needs its client secret.
 */
import { timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { authenticateIntent } from "./billing/payments";
import { authenticateSetup } from "./billing/setups";
import { invalidRequest, notFound, SandboxError, unknownParameter } from "./http/errors";
import { get, type Ledger } from "./ledger";
import { idOf, type PaymentIntent, type SetupIntent } from "./objects";
import { createPaymentMethod } from "./resources/payment-methods";
import { confirmIntent } from "./resources/payment-intents";
import { confirmSetupIntent } from "./resources/setup-intents";
import { createToken, spendToken } from "./resources/tokens";

type Intent = PaymentIntent | SetupIntent;

const text = z.string().min(1).max(200);
const card = z.strictObject({
  number: text,
  exp_month: z.int(),
  exp_year: z.int(),
  cvc: text.optional(),
  name: z.string().max(200).optional(),
});
type Card = z.output<typeof card>;

const secret = z.strictObject({ client_secret: text });
const confirmation = z.strictObject({
  client_secret: text,
  payment_method: text.optional(),
  card: card.optional(),
});
const authentication = z.strictObject({ client_secret: text, outcome: z.enum(["complete", "fail"]) });

/** Answers one call of the browser. Throws SandboxError; 404 for any call that is not listed here. */
export function answerBrowser(
  ledger: Ledger,
  call: { method: string; path: string; query: string; body: string },
): object {
  const [resource, id, action] = call.path.split("/").slice(2);
  if (call.method === "POST" && resource === "tokens" && !id)
    return tokenFor(ledger, read(card, jsonOf(call.body)));
  if (call.method === "POST" && resource === "payment_methods" && !id) {
    return keep(ledger, read(card, jsonOf(call.body)));
  }
  if (resource === "payment_intents" && id) return onPayment(ledger, { ...call, id, action });
  if (resource === "setup_intents" && id) return onSetup(ledger, { ...call, id, action });
  throw notFound("resource", call.path);
}

interface IntentCall {
  method: string;
  query: string;
  body: string;
  id: string;
  action: string | undefined;
}

function onPayment(ledger: Ledger, call: IntentCall): object {
  const intent = get(ledger, "payment_intent", call.id);
  switch (`${call.method} ${call.action ?? ""}`) {
    case "GET ":
      requireSecret(intent, read(secret, queryOf(call.query)));
      break;
    case "POST confirm": {
      const given = requireSecret(intent, read(confirmation, jsonOf(call.body)));
      return withoutOwner(confirmIntent(ledger, intent, methodGiven(ledger, given)));
    }
    case "POST authenticate": {
      const given = requireSecret(intent, read(authentication, jsonOf(call.body)));
      authenticateIntent(ledger, intent, given.outcome === "complete");
      break;
    }
    default:
      throw notFound("resource", call.id);
  }
  return withoutOwner(intent);
}

function onSetup(ledger: Ledger, call: IntentCall): object {
  const intent = get(ledger, "setup_intent", call.id);
  switch (`${call.method} ${call.action ?? ""}`) {
    case "GET ":
      requireSecret(intent, read(secret, queryOf(call.query)));
      break;
    case "POST confirm": {
      const given = requireSecret(intent, read(confirmation, jsonOf(call.body)));
      return withoutOwner(confirmSetupIntent(ledger, intent, methodGiven(ledger, given)));
    }
    case "POST authenticate": {
      const given = requireSecret(intent, read(authentication, jsonOf(call.body)));
      authenticateSetup(ledger, intent, given.outcome === "complete");
      break;
    }
    default:
      throw notFound("resource", call.id);
  }
  return withoutOwner(intent);
}

function methodGiven(
  ledger: Ledger,
  { payment_method: method, card: typed }: z.output<typeof confirmation>,
): string | null {
  return typed ? keep(ledger, typed).id : (method ?? null);
}

function keep(ledger: Ledger, typed: Card) {
  const token = tokenFor(ledger, typed);
  return createPaymentMethod(ledger, spendToken(ledger, { id: token.id, param: "card" }));
}

function tokenFor(ledger: Ledger, { number, exp_month: expMonth, exp_year: expYear, cvc, name }: Card) {
  return createToken(ledger, { number, expMonth, expYear, cvc, name });
}

/** A wrong secret and an unknown intent give the same error. */
function requireSecret<T extends { client_secret: string }>(intent: Intent, given: T): T {
  const [known, shown] = [Buffer.from(intent.client_secret ?? ""), Buffer.from(given.client_secret)];
  if (known.length === shown.length && timingSafeEqual(known, shown)) return given;
  throw notFound(intent.object, intent.id);
}

/** The browser gets the status of its payment, and nothing about the customer or other cards. */
function withoutOwner(intent: Intent): object {
  const { customer: _owner, metadata: _labels, ...shown } = structuredClone(intent);
  return { ...shown, payment_method: idOf(intent.payment_method) };
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw Object.assign(invalidRequest("The body must be JSON."), { cause });
  }
}

function queryOf(query: string): unknown {
  return Object.fromEntries(new URLSearchParams(query));
}

function read<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const param = issue?.path.join(".") ?? "";
  if (issue?.code === "unrecognized_keys") throw unknownParameter(issue.keys[0] ?? param);
  throw invalidRequest(`${param || "The request"} is missing or invalid.`, {
    code: "parameter_missing",
    param,
  });
}

/** Throws 401 unless the call has the publishable key. */
export function requirePublishableKey(given: string | undefined, publishableKey: string): void {
  if (given === `Bearer ${publishableKey}`) return;
  throw new SandboxError(401, { type: "invalid_request_error", message: "Invalid API Key provided." });
}
