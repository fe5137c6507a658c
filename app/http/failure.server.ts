/** Turns whatever was thrown into the failure that the caller is told about, and logs it as an English sentence. */
import type { IncomingHttpHeaders } from "node:http";
import { AppError } from "~/domain/errors";
import type { Message } from "~/domain/messages";
import { describeFailure, translator } from "~/i18n/translator.server";
import type { App } from "~/services/platform/app.server";
import { toStoreFailure } from "~/services/platform/operation.server";
import { detectLocale } from "./locale.server";

/** An AppError for anything thrown. What nobody foresaw is `internal`, and goes to the log with its cause. */
export function toAppError(thrown: unknown, app: App, requestId: string): AppError {
  const failure = translate(thrown);
  const { log } = app;
  const { code, status, detail } = failure;
  const sentence = describeFailure(failure);
  if (status >= 500) log.error({ requestId, event: code, err: detail.cause ?? failure }, sentence);
  else if (status === 401 || status === 403) log.info({ requestId, event: code }, sentence);
  return failure;
}

/** The text of a message in the language that a request asks for. The middleware has no other access to the texts. */
export async function toMessage(key: Message, headers: IncomingHttpHeaders): Promise<string> {
  return translator(await detectLocale(headers)).message(key);
}

function translate(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  return toStoreFailure(thrown) ?? new AppError("internal", "errors:internal", { cause: thrown });
}
