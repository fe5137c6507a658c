/** What a reply of the server means for the form that was sent. */
import type { FormAccepted, FormReply } from "~/domain/forms/reply";
import type { Message } from "~/domain/messages";

/** The first message of each field that is wrong. */
export function getFieldErrors(reply: FormReply | undefined): Record<string, Message> {
  if (!reply || reply.ok) return {};
  const errors = Object.fromEntries(
    Object.entries(reply.errors ?? {}).flatMap(([name, [first]]) =>
      first === undefined ? [] : [[name, first]],
    ),
  );
  return reply.inputError === undefined ? errors : { [reply.inputError]: reply.message, ...errors };
}

/** Whether the server failed or could not be reached: nobody has judged what was sent, and it can be sent again. */
export function isFault(reply: FormReply | undefined): boolean {
  return reply?.ok === false && (reply.status < 400 || reply.status >= 500);
}

/** The secret of a payment that the card holder must confirm, or null. */
export function findPaymentSecret({ payment, data }: FormAccepted): string | null {
  if (payment) return payment.client_secret;
  if (typeof data !== "object" || data === null) return null;
  if (!("requires_payment_action" in data) || data.requires_payment_action !== true) return null;
  return "client_secret" in data && typeof data.client_secret === "string" ? data.client_secret : null;
}
