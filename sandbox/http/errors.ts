/** The provider's errors: one shape, and the few functions that create them. */
import type { Kind } from "../state/state";

type ErrorType = "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";

export interface ErrorBody {
  type: ErrorType;
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  doc_url?: string;
  payment_intent?: object;
  payment_method?: object;
  setup_intent?: object;
}

/** A response that is not 2xx. Changes made before it is thrown stay, as with a declined charge. */
export class SandboxError extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
  ) {
    super(body.message);
    this.name = "SandboxError";
  }
}

/** 400: the request itself is wrong. */
export function createInvalidRequestError(
  message: string,
  extra: { code?: string; param?: string } = {},
): SandboxError {
  return new SandboxError(400, withDocs({ type: "invalid_request_error", message, ...extra }));
}

export function createUnknownParameterError(param: string): SandboxError {
  return createInvalidRequestError(`Received unknown parameter: ${param}`, {
    code: "parameter_unknown",
    param,
  });
}

export function createMissingParameterError(param: string): SandboxError {
  return createInvalidRequestError(`Missing required param: ${param}.`, { code: "parameter_missing", param });
}

/** 404: the path names an object that does not exist. */
export function createNotFoundError(kind: Kind | "resource", id: string): SandboxError {
  return new SandboxError(404, toMissingErrorBody(kind, id, "id"));
}

/** 400: a parameter names an object that does not exist. */
export function createMissingReferenceError(kind: Kind, id: string, param: string): SandboxError {
  return new SandboxError(400, toMissingErrorBody(kind, id, param));
}

/** 402: the card's issuer declines, or the card is invalid. */
export function createCardError(problem: {
  code: string;
  message: string;
  decline_code?: string;
  param?: string;
}): SandboxError {
  return new SandboxError(402, withDocs({ type: "card_error", ...problem }));
}

export function withDocs(body: ErrorBody): ErrorBody {
  if (!body.code) return body;
  return { ...body, doc_url: `https://stripe.com/docs/error-codes/${body.code.replaceAll("_", "-")}` };
}

/** The provider's errors mostly use the kind's own name. */
const KIND_NAMES: Partial<Record<Kind | "resource", string>> = {
  "billing.meter": "billing meter",
  payment_method: "PaymentMethod",
  promotion_code: "promotion code",
  setup_intent: "setupintent",
};

function toMissingErrorBody(kind: Kind | "resource", id: string, param: string): ErrorBody {
  const message = `No such ${KIND_NAMES[kind] ?? kind}: '${id}'`;
  return withDocs({ type: "invalid_request_error", code: "resource_missing", message, param });
}
