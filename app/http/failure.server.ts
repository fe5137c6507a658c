/** Turns whatever was thrown into the failure that the caller is told about, and logs it as an English sentence. */
import { AppError } from "~/domain/errors";
import { describeFailure } from "~/i18n/translator.server";
import type { App } from "~/services/platform/app.server";
import { storeFailure } from "~/services/platform/store-failure.server";

/** An AppError for anything thrown. What nobody foresaw is `internal`, and goes to the log with its cause. */
export function failureOf(thrown: unknown, app: App, requestId: string): AppError {
  const failure = translate(thrown);
  const { log } = app;
  const { code, status, detail } = failure;
  const sentence = describeFailure(failure);
  if (status >= 500) log.error({ requestId, event: code, err: detail.cause ?? failure }, sentence);
  else if (status === 401 || status === 403) log.info({ requestId, event: code }, sentence);
  return failure;
}

function translate(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  return storeFailure(thrown) ?? new AppError("internal", "errors:internal", { cause: thrown });
}
