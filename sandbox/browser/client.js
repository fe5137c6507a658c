/** The page's calls to the sandbox: tokens, payment methods, and intents until they are done. */
import { showAuthenticationDialog } from "./authentication-dialog.js";
import { getMessage, getTexts } from "./messages.js";

const BASE = "/sandbox/v1";

const PAYMENT = { path: "payment_intents", result: "paymentIntent", lastError: "last_payment_error" };
const SETUP = { path: "setup_intents", result: "setupIntent", lastError: "last_setup_error" };

/**
 * Creates the calls of one page, in its language. Each resolves to `{ <result> }` or `{ error }`, as the provider's
 * do.
 */
export function makeClient({ publishableKey, language }) {
  const call = (method, path, body) => send({ publishableKey, language }, { method, path, body });
  return {
    async createToken({ card, error }, data = {}) {
      return error
        ? { error }
        : toNamedResult("token", await call("POST", "tokens", { ...card, ...toBillingName(data) }));
    },
    async createPaymentMethod({ card: given, billing_details: details }) {
      const { card, error } = given;
      const body = { ...card, ...toBillingName(details) };
      return error ? { error } : toNamedResult("paymentMethod", await call("POST", "payment_methods", body));
    },
    confirmPayment: (given) => confirm({ call, language, kind: PAYMENT }, given),
    confirmSetup: (given) => confirm({ call, language, kind: SETUP }, given),
    retrievePayment: async (secret) => toNamedResult(PAYMENT.result, await retrieve(call, PAYMENT, secret)),
    retrieveSetup: async (secret) => toNamedResult(SETUP.result, await retrieve(call, SETUP, secret)),
  };
}

/** Confirms an intent, asks for authentication when the bank requires it, and returns the outcome. */
async function confirm({ call, language, kind }, { secret, data = {}, options = {} }) {
  const known = await retrieve(call, kind, secret);
  if (known.error) return known;
  const { method, error } = toPaymentMethodParams(data);
  if (error) return { error };
  const isWaiting = known.answer.status === "requires_action" && !method;
  const confirmed = isWaiting
    ? known
    : await call("POST", `${kind.path}/${known.answer.id}/confirm`, { client_secret: secret, ...method });
  if (confirmed.error || confirmed.answer.status !== "requires_action" || options.handleActions === false) {
    return toNamedResult(kind.result, confirmed);
  }
  const { amount, currency } = confirmed.answer;
  const outcome = await showAuthenticationDialog({ language, amount, currency });
  const body = { client_secret: secret, outcome };
  const ended = await call("POST", `${kind.path}/${known.answer.id}/authenticate`, body);
  return ended.error ? ended : toResult(ended.answer, { kind, language });
}

function retrieve(call, { path }, secret) {
  const [id] = secret.split("_secret_");
  return call("GET", `${path}/${encodeURIComponent(id)}?client_secret=${encodeURIComponent(secret)}`);
}

/** An intent that needs another card has failed: its last error says why. */
function toResult(intent, { kind, language }) {
  if (intent.status !== "requires_payment_method") return { [kind.result]: intent };
  const error = intent[kind.lastError] ?? {};
  const key = kind === PAYMENT ? "payment_intent" : "setup_intent";
  return { error: { ...error, message: getMessage(language, error), [key]: intent } };
}

/** `payment_method` is an id, a card that was just typed, or missing. */
function toPaymentMethodParams({ payment_method: given }) {
  if (!given) return {};
  if (typeof given === "string") return { method: { payment_method: given } };
  const { card, error } = given.card ?? {};
  return error ? { error } : { method: { card } };
}

function toBillingName(data) {
  return data?.name ? { name: data.name } : {};
}

function toNamedResult(result, { answer, error }) {
  return error ? { error } : { [result]: answer };
}

async function send({ publishableKey, language }, { method, path, body }) {
  try {
    const response = await fetch(`${BASE}/${path}`, {
      method,
      headers: { authorization: `Bearer ${publishableKey}`, "content-type": "application/json" },
      credentials: "omit",
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (response.ok) return { answer };
    return { error: { ...answer.error, message: getMessage(language, answer.error) } };
  } catch {
    return { error: { type: "api_connection_error", message: getTexts(language).unreachable } };
  }
}
