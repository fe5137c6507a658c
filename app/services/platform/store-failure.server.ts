/** What a failure of the store means to a person. */
import { AppError } from "~/domain/errors";
import { DuplicateError, StoreUnavailableError } from "~/models/store/store";

/** How soon to try again when the database is away. */
const RETRY_AFTER_SECONDS = 5;

/** The AppError for a failure of the store; null for anything else. */
export function toStoreFailure(thrown: unknown): AppError | null {
  if (thrown instanceof StoreUnavailableError) {
    return new AppError("unavailable", "errors:unavailable", {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      cause: thrown,
    });
  }
  if (thrown instanceof DuplicateError) return new AppError("conflict", "errors:conflict", { cause: thrown });
  return null;
}
