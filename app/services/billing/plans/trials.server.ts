/** Free trials: one for each person and card, whichever accounts they have. */
import { AppError } from "~/domain/errors";
import { toMailbox } from "~/domain/text";
import type { PaymentCard } from "~/gateways/payments/payment-types";
import type { BillingIntentRow } from "~/models/billing-intent.server";
import type { PlanRow } from "~/models/plan.server";
import { claimTrial, isTrialClaimed, releaseTrials } from "~/models/trial-claim.server";
import type { UserRow } from "~/models/user.server";
import type { App } from "~/services/platform/app.server";
import type { AppSecrets } from "~/services/platform/crypto/hash-keys.server";

type Person = Pick<UserRow, "id" | "email">;

/** Takes the place of the intent in the claims of a person whose card has had a trial. */
const NO_INTENT = "none";

/** The free days of the plan for this person: none after a trial. */
export async function getTrialDays(
  { store, secrets }: Pick<App, "store" | "secrets">,
  person: Person,
  { trialDays }: Pick<PlanRow, "trialDays">,
): Promise<number> {
  if (trialDays === 0) return 0;
  return (await isTrialClaimed(store, { ids: toPersonIds(secrets, person) })) ? 0 : trialDays;
}

/**
 * Claims the plan's trial for the person and the card, until the intent fails. Returns 0 for a person who has had one.
 * Throws invalid at the card when only the card has had one: the page has promised a trial, so nothing is charged. The
 * person then counts as having had one, so that the next request subscribes without a trial, and the page says so.
 */
export async function claimTrialDays(
  { store, secrets }: App,
  {
    intent,
    person,
    card,
    plan,
  }: { intent: BillingIntentRow; person: Person; card: PaymentCard; plan: PlanRow },
): Promise<number> {
  if (plan.trialDays === 0) return 0;
  const personIds = toPersonIds(secrets, person);
  const claimAll = async (ids: string[], claimedBy: string) => {
    for (const id of ids) if (!(await claimTrial(store, { id, claimedBy }))) return false;
    return true;
  };
  if (!(await claimAll(personIds, intent.id))) {
    await releaseTrials(store, { claimedBy: intent.id });
    return 0;
  }
  if (card.fingerprint === null) return plan.trialDays;
  if (await claimAll([secrets.hash("trial", `card:${card.fingerprint}`)], intent.id)) return plan.trialDays;
  await releaseTrials(store, { claimedBy: intent.id });
  await claimAll(personIds, NO_INTENT);
  throw createTrialUsedError();
}

/** The user, and their mailbox: a user who was deleted may sign up again, and name+1@ is the same person as name@. */
export function toPersonIds(secrets: AppSecrets, { id, email }: Person): string[] {
  return [secrets.hash("trial", `user:${id}`), secrets.hash("trial", `email:${toMailbox(email)}`)];
}

function createTrialUsedError(): AppError {
  const reason = "billing:refused.trial_used";
  return new AppError("invalid", reason, { inputError: "token", errors: { token: [reason] } });
}
