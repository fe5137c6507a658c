/**
 * The built part of `npm run plans:sync`: creates or finds the product and the price of each plan on offer at the
 * payment provider, and the meter of the API calls.
 */
import { bootForCommand } from "../app/boot/boot.server";
import { makeFilesPrivate } from "../app/config/data-dir.server";
import { AppError } from "../app/domain/errors";
import { publishPlans, type PublishedPlan } from "../app/services/billing/plans/publish-plans.server";

const RESULTS: Record<PublishedPlan["change"], string> = {
  created: "created",
  unchanged: "unchanged",
  replaced: "price replaced; existing subscriptions keep the old one",
  free: "free of charge, needs no price",
};

/** Prints one line for each plan. Returns the exit code: 1 when the provider did not accept something. */
export async function runPlansSync(): Promise<number> {
  makeFilesPrivate();
  const running = await bootForCommand({
    payments: async (options) => (await import("../sandbox/server")).startSandbox(options),
    social: async (options) =>
      (await import("../sandbox/identity-providers/server")).startIdentitySandbox(options),
  });
  const { app } = running;
  process.stdout.write(`Plans at ${describeProvider(app.config.stripe?.secretKey)}:\n`);
  try {
    await publishPlans(app, ({ plan, change }) => {
      process.stdout.write(`${plan.id}: ${RESULTS[change]}\n`);
    });
    process.stdout.write("The meter of the API calls is there.\n");
    return 0;
  } catch (error) {
    process.stderr.write(
      `Not every plan is at the provider: ${describe(error)}\nRun this again when it is fixed.\n`,
    );
    return 1;
  } finally {
    await running.close();
  }
}

function describeProvider(secretKey: string | undefined): string {
  if (secretKey === undefined) return "the payment sandbox, because STRIPE_SECRET_KEY is not set";
  return secretKey.includes("_live_") ? "Stripe, live mode" : "Stripe, test mode";
}

/** The provider's own words, which name the cause, where there are any. */
function describe(error: unknown): string {
  const cause = error instanceof AppError && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
