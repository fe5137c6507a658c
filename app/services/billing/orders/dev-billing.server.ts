/**
 * /dev/billing: the controls of the payment sandbox, for callers on this machine. Its operations are those of a page
 * only, so they are not in the list of operations, and the API has none of them.
 */
import * as z from "zod";
import { AppError } from "~/domain/errors";
import { clockForm, disputesForm, nextPaymentForm, webhooksForm } from "~/domain/forms/payment-sandbox";
import { toMessage } from "~/domain/messages";
import type { SandboxState } from "~/domain/payment-sandbox";
import type { SandboxControl } from "~/gateways/payments/sandbox-control";
import { canReadMails } from "~/services/platform/mail/dev-mail.server";
import { defineOperation, type Context } from "~/services/platform/operation.server";

type Caller = Pick<Context, "app" | "isLocalCaller">;

interface DevBilling {
  sandbox: SandboxState;
  /** The product's own clock, which no jump moves. ISO 8601. */
  now: string;
  /** Whether /dev/mail is there too. */
  hasMails: boolean;
}

/** Reads the page. Throws not_found where payments are real, and for callers on other machines. */
export async function readDevBilling(caller: Caller): Promise<DevBilling> {
  const sandbox = await requirePaymentSandbox(caller).readState();
  return { sandbox, now: new Date().toISOString(), hasMails: canReadMails(caller) };
}

/** Open to visitors without a session, because the page is: `requirePaymentSandbox` decides who may call. */
const access = { permission: "none" } as const;
const output = z.object({});

export const jumpSandboxClock = defineOperation({
  name: "jumpSandboxClock",
  method: "POST",
  path: "/api/dev/billing/clock",
  summary: "Move the payment sandbox's clock.",
  access,
  needsOwnSession: false,
  input: clockForm,
  output,
  async run(jump, context) {
    const { changes } = await requirePaymentSandbox(context).advance(jump);
    return { data: {}, message: toMessage("dev:billing.done.jumped", { count: changes }) };
  },
});

export const setNextPayment = defineOperation({
  name: "setNextPayment",
  method: "POST",
  path: "/api/dev/billing/next-payment",
  summary: "Decide how the next payment in the sandbox ends.",
  access,
  needsOwnSession: false,
  input: nextPaymentForm,
  output,
  async run(next, context) {
    await requirePaymentSandbox(context).setNextPayment(next);
    return { data: {}, message: `dev:billing.done.${next.outcome}` };
  },
});

export const controlDisputes = defineOperation({
  name: "controlDisputes",
  method: "POST",
  path: "/api/dev/billing/disputes",
  summary: "Dispute a payment in the sandbox, decide the dispute, or warn of fraud.",
  access,
  needsOwnSession: false,
  input: disputesForm,
  output,
  async run(request, context) {
    await requirePaymentSandbox(context).controlDisputes(request);
    return { data: {}, message: `dev:billing.done.dispute_${request.action}` };
  },
});

export const controlWebhooks = defineOperation({
  name: "controlWebhooks",
  method: "POST",
  path: "/api/dev/billing/webhooks",
  summary: "Hold, repeat, reorder or drop the webhooks of the payment sandbox.",
  access,
  needsOwnSession: false,
  input: webhooksForm,
  output,
  async run(request, context) {
    await requirePaymentSandbox(context).controlWebhooks(request);
    return { data: {}, message: `dev:billing.done.${request.action}` };
  },
});

/**
 * The controls of the sandbox. Throws not_found where payments are real, and for callers on other machines: under a
 * public URL too, where a proxy that adds no headers would make every visitor a local caller.
 */
export function requirePaymentSandbox({ app, isLocalCaller }: Caller): SandboxControl {
  const isOpen = isLocalCaller && app.config.isLocal;
  if (!isOpen || !app.paymentSandbox) throw new AppError("not_found", "errors:not_found");
  return app.paymentSandbox;
}
