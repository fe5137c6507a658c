/** A request is answered in time, whatever its operation waits for: a database, a lock, or the payment provider. */
import { ANSWER_RETRY_AFTER_SECONDS } from "~/domain/answer-time";
import { AppError } from "~/domain/errors";
import { PAYMENTS_END_BEFORE_MS } from "~/domain/payments";
import type { App } from "./app.server";

/** The part of an operation that says whether it may take longer. */
interface Timed {
  name: string;
  takesLong?: true;
  isSetup?: true;
  acceptsFiles?: object;
}

/**
 * Runs `work` with an `app` whose calls to the payment provider end a little before `answerBy` (of `performance.now()`). Throws unavailable
 * at `answerBy`; the work goes on then, and what it does counts, as after an answer that was lost on its way.
 */
export function answerInTime<T>(
  operation: Timed,
  { app, answerBy }: { app: App; answerBy?: number },
  work: (app: App) => Promise<T>,
): Promise<T> {
  if (answerBy === undefined) return work(app);
  const working = work(limitPayments(app, answerBy - PAYMENTS_END_BEFORE_MS));
  if (operation.takesLong || operation.isSetup || operation.acceptsFiles) return working;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => {
        app.log.warn(
          { operation: operation.name },
          "an operation took too long, and its request was answered",
        );
        const retryAfterSeconds = ANSWER_RETRY_AFTER_SECONDS;
        reject(new AppError("unavailable", "errors:unavailable", { retryAfterSeconds }));
      },
      Math.max(0, answerBy - performance.now()),
    );
  });
  return Promise.race([working, late]).finally(() => clearTimeout(timer));
}

/** The product of one request. The provider's part is made with its first call, because most requests have none. */
function limitPayments(app: App, endBy: number): App {
  let payments: App["payments"] | undefined;
  return {
    ...app,
    get payments() {
      return (payments ??= app.payments.within(endBy));
    },
  };
}
