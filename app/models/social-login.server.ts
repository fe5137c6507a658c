/** The user's identity at a social network: the network and its id for the user, never an email. */
import { v7 as uuid } from "uuid";
import type { Network } from "~/domain/networks";
import { date, id, string, type Entity } from "./store/entity";
import type { Store } from "./store/store";

export interface SocialLoginRow {
  id: string;
  provider: Network;
  /** The network's id for the user, which never changes. */
  subject: string;
  userId: string;
  createdAt: Date;
}

export const socialLoginEntity: Entity<SocialLoginRow> = {
  table: "social_logins",
  belongsTo: { user: "userId" },
  fields: { id: id(), provider: string(16), subject: string(), userId: id(), createdAt: date() },
  unique: [
    ["provider", "subject"],
    ["userId", "provider"],
  ],
};

/** The social login of this identity at a network, whichever user it belongs to; null without one. */
export function findSocialLogin(
  store: Store,
  { provider, subject }: Pick<SocialLoginRow, "provider" | "subject">,
): Promise<SocialLoginRow | null> {
  return store.findOne(socialLoginEntity, { provider, subject });
}

/** All networks that the user has connected, one row each. */
export function listSocialLogins(store: Store, { userId }: { userId: string }): Promise<SocialLoginRow[]> {
  return store.find(socialLoginEntity, { userId });
}

/** Connects a network. Throws DuplicateError, naming `subject` or `userId`, when either is connected already. */
export function createSocialLogin(
  store: Store,
  { userId, provider, subject }: Pick<SocialLoginRow, "userId" | "provider" | "subject">,
): Promise<void> {
  return store.insert(socialLoginEntity, { id: uuid(), provider, subject, userId, createdAt: new Date() });
}

/** Disconnects a network, or only this identity there; false when it was not connected. */
export async function deleteSocialLogin(
  store: Store,
  { userId, provider, subject }: Pick<SocialLoginRow, "userId" | "provider"> & { subject?: string },
): Promise<boolean> {
  const where = { userId, provider, ...(subject !== undefined && { subject }) };
  return (await store.remove(socialLoginEntity, where)) === 1;
}

/** Disconnects every network of the user. */
export async function deleteSocialLogins(store: Store, { userId }: { userId: string }): Promise<void> {
  await store.remove(socialLoginEntity, { userId });
}
