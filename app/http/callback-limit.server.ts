/** The limit of callbacks from one IP. */
import { AppError } from "~/domain/errors";
import { paths } from "~/domain/paths";
import { IDENTITY_PROVIDER_RETURN_LIMITS } from "~/domain/rate-limits";
import { consumeLimits } from "~/services/platform/rate-limits/operation-limits.server";
import type { PageContext } from "./loader.server";
import { redirectWithError } from "./reply.server";

/** Redirects to the sign-in page when too many callbacks come from one IP. */
export async function limitCallbacks(context: PageContext): Promise<void> {
  try {
    await consumeLimits({ limits: IDENTITY_PROVIDER_RETURN_LIMITS, input: {}, context });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw redirectWithError(context, { to: paths.signIn, message: error.messageKey });
  }
}
