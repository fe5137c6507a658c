/** Free trials that were given: one for each person and card. The ids are keyed hashes, and are kept for good. */
import { date, id, string, type Entity } from "./store/entity";
import { DuplicateError, type Store } from "./store/store";

interface TrialClaimRow {
  /** A keyed hash of the user, of their email, or of the card: tells nothing about them when they are deleted. */
  id: string;
  /** The billing intent that has the trial. When it fails, the trial is free again. */
  claimedBy: string;
  createdAt: Date;
}

export const trialClaimEntity: Entity<TrialClaimRow> = {
  table: "trial_claims",
  belongsTo: null,
  fields: { id: string(64), claimedBy: id(), createdAt: date() },
  indexes: [["claimedBy"]],
};

/** Claims the trial of a person or a card. False when another intent has it. Must run outside of a transaction. */
export async function claimTrial(store: Store, claim: Omit<TrialClaimRow, "createdAt">): Promise<boolean> {
  try {
    await store.insert(trialClaimEntity, { ...claim, createdAt: new Date() });
    return true;
  } catch (error) {
    if (!(error instanceof DuplicateError)) throw error;
    return (await store.findOne(trialClaimEntity, { id: claim.id }))?.claimedBy === claim.claimedBy;
  }
}

/** Whether one of these trials was given. */
export async function isTrialClaimed(store: Store, { ids }: { ids: readonly string[] }): Promise<boolean> {
  return (await store.count(trialClaimEntity, { id: { in: ids } })) > 0;
}

/** Gives back the trials of an intent that failed. */
export async function releaseTrials(
  store: Store,
  { claimedBy }: Pick<TrialClaimRow, "claimedBy">,
): Promise<void> {
  await store.remove(trialClaimEntity, { claimedBy });
}
