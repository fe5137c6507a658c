/** Turns any thrown value into the failure that the caller gets, and logs it as an English sentence. */
import type { IncomingHttpHeaders } from "node:http";
import { AppError } from "~/domain/errors";
import type { Message } from "~/domain/messages";
import { describeFailure, translator } from "~/i18n/translator.server";
import { logFailedPayment } from "~/services/billing/sync/failed-payments.server";
import { toStoreFailure } from "~/services/platform/operation.server";
import { detectLocale } from "./locale.server";
import type { RequestContext } from "./request-context.server";

/**
 * Returns an AppError for any thrown value. An unexpected error becomes `internal`, and is logged with its cause, as is what
 * the payment provider refuses; a declined card or payment is logged with the provider's code.
 */
export function toAppError(
  thrown: unknown,
  { app, id: requestId, caller }: Pick<RequestContext, "app" | "id" | "caller">,
): AppError {
  const failure = translate(thrown);
  const { log } = app;
  const { code, status, detail } = failure;
  const { declineCode } = detail;
  if (declineCode !== undefined) logFailedPayment(log, { declineCode, requestId, ...caller });
  const sentence = describeFailure(failure);
  // A refused call is a mistake of the product or of its settings at the provider: only an operator can fix it.
  if (status >= 500 || code === "refused")
    log.error({ requestId, event: code, err: detail.cause ?? failure }, sentence);
  else if (status === 401 || status === 403) log.info({ requestId, event: code }, sentence);
  return failure;
}

/** A 405 response must list the methods that are allowed: RFC 9110 section 15.5.6. */
export function createMethodError(allow: readonly string[]): AppError {
  return new AppError("method_not_allowed", "errors:method_not_allowed", { allow });
}

/** Returns a message in the language that the request asks for. server.ts reads the texts only through this function. */
export async function toMessage(key: Message, headers: IncomingHttpHeaders): Promise<string> {
  return translator(await detectLocale(headers)).message(key);
}

function translate(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  return toStoreFailure(thrown) ?? new AppError("internal", "errors:internal", { cause: thrown });
}
