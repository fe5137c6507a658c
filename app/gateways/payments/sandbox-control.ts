/** The control calls of the payment sandbox: its state, its clock, its next payments, its disputes and its webhooks. */
import { AppError } from "~/domain/errors";
import type { MessageKey } from "~/domain/message-keys";
import type {
  ClockJump,
  DisputeAction,
  PaymentOutcome,
  SandboxState,
  WebhookAction,
} from "~/domain/payment-sandbox";
import { PAYMENT_CALL_TIMEOUT_MS, PAYMENT_RETRY_AFTER_SECONDS } from "~/domain/payments";

/** Each call throws AppError: invalid when the sandbox refuses it, unavailable when it does not answer. */
export interface SandboxControl {
  readState(): Promise<SandboxState>;
  /** A number is a time in seconds; `customer` only counts for the end of a trial. Returns how many changes came due. */
  advance(jump: { to: ClockJump | number; customer?: string }): Promise<{ changes: number }>;
  /** Sets the clock back to a time in seconds. Nothing is undone. */
  rewind(jump: { to: number }): Promise<void>;
  setNextPayment(next: { outcome: PaymentOutcome; customer?: string }): Promise<void>;
  /** Concerns the customer's newest payment that is not disputed, or has no warning yet, or the newest dispute that is open. */
  controlDisputes(request: { action: DisputeAction; customer: string }): Promise<void>;
  /** `event` is the event to send again, or the only one to drop. */
  controlWebhooks(request: { action: WebhookAction; event?: string }): Promise<void>;
}

interface SandboxControlOptions {
  /** `http://127.0.0.1:4242` */
  apiBase: string;
  secretKey: string;
}

/** Opens no connection. */
export function createSandboxControl(options: SandboxControlOptions): SandboxControl {
  const post = (call: string, body: object) => callSandbox(options, call, JSON.stringify(body));
  return {
    readState: async () => (await callSandbox(options, "state")) as SandboxState,
    advance: async (jump) => (await post("advance", jump)) as { changes: number },
    async rewind(jump) {
      await post("rewind", jump);
    },
    async setNextPayment(next) {
      await post("next-payment", next);
    },
    async controlDisputes(request) {
      await post("disputes", request);
    },
    async controlWebhooks({ action, event }) {
      await post(
        "webhooks",
        action === "release_reversed" ? { action: "release", order: "reverse" } : { action, event },
      );
    },
  };
}

async function callSandbox(
  { apiBase, secretKey }: SandboxControlOptions,
  call: string,
  body?: string,
): Promise<unknown> {
  const { status, json } = await send(`${apiBase}/control/${call}`, {
    headers: { Authorization: `Bearer ${secretKey}`, "Content-Type": "application/json" },
    ...(body !== undefined && { method: "POST", body }),
  });
  if (status === 200) return json;
  if (status === 400) throw createRefusal(json);
  throw createUnavailableError(new Error(`the payment sandbox answered ${status}`));
}

async function send(url: string, init: RequestInit): Promise<{ status: number; json: unknown }> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(PAYMENT_CALL_TIMEOUT_MS) });
    return { status: response.status, json: await response.json() };
  } catch (cause) {
    throw createUnavailableError(cause);
  }
}

/** The messages for a page out of date that asks for something gone, by the parameter that the sandbox names. */
const REFUSALS: Record<string, MessageKey> = {
  to: "dev:billing.errors.no_trial",
  customer: "dev:billing.errors.no_customer",
  event: "dev:billing.errors.no_event",
  payment: "dev:billing.errors.no_payment",
  dispute: "dev:billing.errors.no_dispute",
};

function createRefusal(json: unknown): AppError {
  const { error } = json as { error?: { param?: string; message?: string } };
  const message = REFUSALS[error?.param ?? ""] ?? "dev:billing.errors.refused";
  return new AppError("invalid", message, { cause: new Error(error?.message) });
}

function createUnavailableError(cause: unknown): AppError {
  return new AppError("unavailable", "billing:errors.provider_away", {
    retryAfterSeconds: PAYMENT_RETRY_AFTER_SECONDS,
    cause,
  });
}
