/**
 * The calls of the card field and the authentication dialog: JSON under `/browser`, with the publishable key.
 * Reading or confirming an intent needs its client secret.
 */
import { timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { authenticateIntent } from "./billing/payments";
import { authenticateSetup } from "./billing/setups";
import { parseJson } from "./http/body";
import {
  createInvalidRequestError,
  createNotFoundError,
  SandboxError,
  createUnknownParameterError,
} from "./http/errors";
import { get, type Ledger } from "./ledger";
import { getId, type PaymentIntent, type SetupIntent } from "./objects";
import { createPaymentMethod } from "./resources/payment-methods";
import { confirmIntent } from "./resources/payment-intents";
import { confirmSetupIntent } from "./resources/setup-intents";
import { createToken, consumeToken } from "./resources/tokens";

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
export function handleBrowserCall(
  ledger: Ledger,
  call: { method: string; path: string; query: string; body: string },
): object {
  const [resource, id, action] = call.path.split("/").slice(2);
  if (call.method === "POST" && resource === "tokens" && !id)
    return createCardToken(ledger, read(card, parseJson(call.body)));
  if (call.method === "POST" && resource === "payment_methods" && !id) {
    return savePaymentMethod(ledger, read(card, parseJson(call.body)));
  }
  if (resource === "payment_intents" && id) {
    const intent = get(ledger, "payment_intent", id);
    return handleIntentCall(ledger, { ...call, ...PAYMENTS, intent, action });
  }
  if (resource === "setup_intents" && id) {
    const intent = get(ledger, "setup_intent", id);
    return handleIntentCall(ledger, { ...call, ...SETUPS, intent, action });
  }
  throw createNotFoundError("resource", call.path);
}

const PAYMENTS = { confirm: confirmIntent, authenticate: authenticateIntent };
const SETUPS = { confirm: confirmSetupIntent, authenticate: authenticateSetup };

interface IntentCall<I extends Intent> {
  intent: I;
  method: string;
  query: string;
  body: string;
  action: string | undefined;
  confirm(ledger: Ledger, intent: I, paymentMethodId: string | null): I;
  authenticate(ledger: Ledger, intent: I, isAuthentic: boolean): void;
}

function handleIntentCall<I extends Intent>(ledger: Ledger, call: IntentCall<I>): object {
  const { intent } = call;
  switch (`${call.method} ${call.action ?? ""}`) {
    case "GET ":
      requireSecret(intent, read(secret, parseQuery(call.query)));
      break;
    case "POST confirm": {
      const given = requireSecret(intent, read(confirmation, parseJson(call.body)));
      return toBrowserIntent(call.confirm(ledger, intent, getPaymentMethodId(ledger, given)));
    }
    case "POST authenticate": {
      const given = requireSecret(intent, read(authentication, parseJson(call.body)));
      call.authenticate(ledger, intent, given.outcome === "complete");
      break;
    }
    default:
      throw createNotFoundError("resource", intent.id);
  }
  return toBrowserIntent(intent);
}

function getPaymentMethodId(
  ledger: Ledger,
  { payment_method: method, card: typed }: z.output<typeof confirmation>,
): string | null {
  return typed ? savePaymentMethod(ledger, typed).id : (method ?? null);
}

function savePaymentMethod(ledger: Ledger, typed: Card) {
  const token = createCardToken(ledger, typed);
  return createPaymentMethod(ledger, consumeToken(ledger, { id: token.id, param: "card" }));
}

function createCardToken(
  ledger: Ledger,
  { number, exp_month: expMonth, exp_year: expYear, cvc, name }: Card,
) {
  return createToken(ledger, { number, expMonth, expYear, cvc, name });
}

/** A wrong secret and an unknown intent give the same error. */
function requireSecret<T extends { client_secret: string }>(intent: Intent, given: T): T {
  const [known, shown] = [Buffer.from(intent.client_secret ?? ""), Buffer.from(given.client_secret)];
  if (known.length === shown.length && timingSafeEqual(known, shown)) return given;
  throw createNotFoundError(intent.object, intent.id);
}

/** The browser gets the status of its payment, and nothing about the customer or other cards. */
function toBrowserIntent(intent: Intent): object {
  const { customer: _owner, metadata: _labels, ...shown } = structuredClone(intent);
  return { ...shown, payment_method: getId(intent.payment_method) };
}

function parseQuery(query: string): unknown {
  return Object.fromEntries(new URLSearchParams(query));
}

function read<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const param = issue?.path.join(".") ?? "";
  if (issue?.code === "unrecognized_keys") throw createUnknownParameterError(issue.keys[0] ?? param);
  throw createInvalidRequestError(`${param || "The request"} is missing or invalid.`, {
    code: "parameter_missing",
    param,
  });
}

/** Throws 401 unless the call has the publishable key. */
export function requirePublishableKey(given: string | undefined, publishableKey: string): void {
  if (given === `Bearer ${publishableKey}`) return;
  throw new SandboxError(401, { type: "invalid_request_error", message: "Invalid API Key provided." });
}
