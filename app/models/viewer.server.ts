/** Who makes a request: the one look-up of each, by a session or by an API key. */
import { accountEntity } from "./account.server";
import { apiKeyEntity, apiKeySecretEntity } from "./api-key.server";
import { membershipEntity } from "./membership.server";
import { planEntity } from "./plan.server";
import { sessionEntity } from "./session.server";
import type { Join, JoinedRow, Joins } from "./store/joins";
import { subscriptionEntity } from "./subscription.server";
import { userEntity } from "./user.server";

/** By the token of a session, or its id. The membership must exist: a user cannot act for an account that they have left. */
export const VIEWER = {
  name: "findViewer",
  parts: {
    session: { entity: sessionEntity, on: {} },
    user: { entity: userEntity, on: { id: "session.userId" } },
    account: { entity: accountEntity, on: { id: "session.accountId" } },
    membership: {
      entity: membershipEntity,
      on: { userId: "session.userId", accountId: "session.accountId" },
    },
    // Null until the account has chosen a plan.
    subscription: { entity: subscriptionEntity, on: { id: "session.accountId" }, isOptional: true },
    // On offer or not.
    plan: { entity: planEntity, on: { id: "subscription.planId" }, isOptional: true },
  },
  counts: { accountCount: { entity: membershipEntity, on: { userId: "session.userId" } } },
} as const satisfies Join;

/** `accountCount` is how many accounts the user is a member of. */
export type ViewerRow = JoinedRow<typeof VIEWER>;

/** Finds a session with its user, account, role and plan, even when it has expired. */
export function findViewer(
  store: Joins,
  by: { tokenHash: string } | { sessionId: string },
): Promise<ViewerRow | null> {
  return store.findJoined(VIEWER, "tokenHash" in by ? { tokenHash: by.tokenHash } : { id: by.sessionId });
}

/** The member that the key acts as may be missing, so that the answer can say why the key no longer works. */
const KEY_VIEWER = {
  name: "findKeyViewer",
  parts: {
    secret: { entity: apiKeySecretEntity, on: {} },
    key: { entity: apiKeyEntity, on: { id: "secret.keyId" } },
    account: { entity: accountEntity, on: { id: "key.accountId" } },
    user: { entity: userEntity, on: { id: "key.createdById" }, isOptional: true },
    membership: {
      entity: membershipEntity,
      on: { userId: "key.createdById", accountId: "key.accountId" },
      isOptional: true,
    },
    subscription: { entity: subscriptionEntity, on: { id: "key.accountId" }, isOptional: true },
    plan: { entity: planEntity, on: { id: "subscription.planId" }, isOptional: true },
  },
} as const satisfies Join;

export interface KeyViewerRow extends Omit<JoinedRow<typeof KEY_VIEWER>, "user" | "membership"> {
  /** The member the key acts as; null when they have left the account. */
  creator: Pick<ViewerRow, "user" | "membership"> | null;
}

/** Finds an API key by one of its secrets, valid or not, with its account, plan and the member that it acts as. */
export async function findKeyViewer(
  store: Joins,
  { tokenHash }: { tokenHash: string },
): Promise<KeyViewerRow | null> {
  const found = await store.findJoined(KEY_VIEWER, { tokenHash });
  if (!found) return null;
  const { user, membership, ...others } = found;
  return { ...others, creator: user && membership && { user, membership } };
}
