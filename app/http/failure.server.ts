/** Turns whatever was thrown into the failure a person is told about, and logs what they are not told. */
import { AppError } from "~/domain/errors";
import type { App } from "~/services/app.server";
import { storeFailure } from "~/services/store-failure.server";

/** An AppError for anything thrown. What nobody foresaw is `internal`, and goes to the log with its cause. */
export function failureOf(thrown: unknown, app: App, requestId: string): AppError {
  const failure = translate(thrown);
  const { log } = app;
  if (failure.status >= 500) log.error({ requestId, err: failure.detail.cause ?? failure }, failure.message);
  else if (failure.status === 401 || failure.status === 403)
    log.info({ requestId, event: failure.code }, failure.said);
  return failure;
}

function translate(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  return storeFailure(thrown) ?? new AppError("internal", "errors:internal", { cause: thrown });
}
