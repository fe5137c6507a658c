/** The states of a setup intent: saving a card for later payments, with authentication where the bank requires it. */
import { createDeclineError } from "../cards";
import { createInvalidRequestError, SandboxError, withDocs, type ErrorBody } from "../http/errors";
import { listObjects, change, get, insert, queueWebhook, type Ledger } from "../ledger";
import { getId, type SetupIntent } from "../objects";
import { attachPaymentMethod, requireUsable, getTestCard } from "../resources/payment-methods";
import { createClientSecret, createId, ID_PREFIXES } from "../state/ids";
import { rememberAuthentication, decideOnSetup, type IssuerDecision } from "./issuer";

const AUTHENTICATION_FAILED: ErrorBody = {
  type: "invalid_request_error",
  code: "setup_intent_authentication_failure",
  message:
    "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
};

export function createSetupIntent(
  ledger: Ledger,
  given: {
    customerId: string | null;
    methodId: string | null;
    usage?: string;
    description?: string;
    metadata?: Record<string, string>;
  },
): SetupIntent {
  const intent = buildSetupIntent(ledger, given);
  insert(ledger, "setup_intent", intent);
  queueWebhook(ledger, "setup_intent.created", { object: intent });
  return intent;
}

/** Saves a card. The intent follows the bank's decision. */
export function confirmSetup(ledger: Ledger, intent: SetupIntent, methodId: string): IssuerDecision {
  if (intent.status === "succeeded" || intent.status === "canceled") throw createUnexpectedStateError(intent);
  requireUsable(ledger, get(ledger, "payment_method", methodId));
  Object.assign(intent, { payment_method: methodId, last_setup_error: null, next_action: null });
  const decision = decideOnSetup(ledger, methodId);
  apply(ledger, intent, decision);
  return decision;
}

/** Applies the card holder's answer to the authentication. Throws 400 when none was required. */
export function authenticateSetup(ledger: Ledger, intent: SetupIntent, isAuthentic: boolean): void {
  const methodId = getId(intent.payment_method);
  if (intent.status !== "requires_action" || !methodId) throw createUnexpectedStateError(intent);
  if (!isAuthentic) {
    declineSetup(ledger, intent, AUTHENTICATION_FAILED);
    return;
  }
  rememberAuthentication(ledger, methodId);
  const { attaches, declines } = getTestCard(ledger, methodId);
  apply(
    ledger,
    intent,
    attaches
      ? { kind: "passes" }
      : { kind: "refuses", error: createDeclineError(declines ?? "generic_decline") },
  );
}

/** Cancels a setup. */
export function cancelSetup(
  ledger: Ledger,
  intent: SetupIntent,
  reason: SetupIntent["cancellation_reason"],
): void {
  change(ledger, intent, {
    event: "setup_intent.canceled",
    to: { status: "canceled", cancellation_reason: reason, next_action: null },
  });
}

/** The declined setup as a response: 402 with the current intent. */
export function toSetupError(intent: SetupIntent, error: SandboxError): SandboxError {
  return new SandboxError(error.status, { ...error.body, setup_intent: structuredClone(intent) });
}

function apply(ledger: Ledger, intent: SetupIntent, decision: IssuerDecision): void {
  if (decision.kind === "passes") succeed(ledger, intent);
  else if (decision.kind === "asks") requireAction(ledger, intent);
  else declineSetup(ledger, intent, decision.error.body);
}

function succeed(ledger: Ledger, intent: SetupIntent): void {
  const [customerId, methodId] = [getId(intent.customer), getId(intent.payment_method)];
  if (customerId && methodId)
    attachPaymentMethod(ledger, get(ledger, "payment_method", methodId), customerId);
  const to: Partial<SetupIntent> = { status: "succeeded", last_setup_error: null, next_action: null };
  change(ledger, intent, { event: "setup_intent.succeeded", to });
  for (const subscription of listObjects(ledger, "subscription")) {
    if (getId(subscription.pending_setup_intent) !== intent.id) continue;
    change(ledger, subscription, {
      event: "customer.subscription.updated",
      to: { pending_setup_intent: null },
    });
  }
}

function requireAction(ledger: Ledger, intent: SetupIntent): void {
  const to: Partial<SetupIntent> = {
    status: "requires_action",
    next_action: { type: "use_stripe_sdk", use_stripe_sdk: { type: "sandbox_authentication" } },
  };
  change(ledger, intent, { event: "setup_intent.requires_action", to });
}

function declineSetup(ledger: Ledger, intent: SetupIntent, problem: ErrorBody): void {
  const methodId = getId(intent.payment_method);
  const error = withDocs({
    ...problem,
    ...(methodId && { payment_method: structuredClone(get(ledger, "payment_method", methodId)) }),
  }) as NonNullable<SetupIntent["last_setup_error"]>;
  const to: Partial<SetupIntent> = {
    status: "requires_payment_method",
    last_setup_error: error,
    next_action: null,
    payment_method: null,
  };
  change(ledger, intent, { event: "setup_intent.setup_failed", to });
}

function createUnexpectedStateError(intent: SetupIntent): SandboxError {
  return createInvalidRequestError(
    `This SetupIntent's status is ${intent.status}, so it cannot be confirmed.`,
    {
      code: "setup_intent_unexpected_state",
    },
  );
}

function buildSetupIntent(ledger: Ledger, given: Parameters<typeof createSetupIntent>[1]): SetupIntent {
  const id = createId(ID_PREFIXES.setup_intent);
  return {
    id,
    object: "setup_intent",
    allowed_payment_method_types: ["card"],
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: createClientSecret(id),
    created: ledger.now(),
    customer: given.customerId,
    customer_account: null,
    description: given.description ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    managed_payments: null,
    mandate: null,
    metadata: given.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: given.methodId,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ["card"],
    single_use_mandate: null,
    status: given.methodId ? "requires_confirmation" : "requires_payment_method",
    usage: given.usage ?? "off_session",
  };
}
