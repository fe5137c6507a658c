/** The session user: what the browser and API clients know about the signed-in user. */
import * as z from "zod";
import { toAvatarUrl } from "~/domain/avatars";
import { PERMISSIONS } from "~/domain/roles";
import { listJoinedAccounts } from "~/models/account.server";
import { listMemberships } from "~/models/membership.server";
import type { JoinedAccount } from "~/domain/root-data";
import type { Store } from "~/models/store/store";
import { countOverLimit } from "../platform/member-limit.server";
import { isVerified, type SessionViewer } from "../platform/viewer.server";
import { toNamedAccount, type NamedAccount } from "../platform/account-name.server";

export const sessionUserShape = z.object({
  permission: z.enum(PERMISSIONS),
  verified: z.boolean(),
  plan: z.string().nullable(),
  subscription: z.string().nullable(),
  /** How many members it has beyond its plan's, while it cannot be used for that reason. */
  over_limit: z.number().int().nullable(),
  onboarded: z.boolean(),
  name: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
  accounts: z.array(z.object({ id: z.string(), name: z.string() })),
  account_id: z.string(),
  default_account: z.string().nullable(),
  locale: z.string(),
  dark_mode: z.boolean(),
  has_password: z.boolean(),
  duplicate_user: z.boolean(),
});
export type SessionUser = z.infer<typeof sessionUserShape>;

/** The session user of a viewer. The browser stores it under the key `user`. */
export async function toSessionUser(
  store: Store,
  viewer: SessionViewer,
  locale: string,
): Promise<SessionUser> {
  const { user, session, subscription } = viewer;
  return {
    permission: viewer.permission,
    verified: isVerified(user),
    plan: subscription?.planId ?? null,
    subscription: subscription?.planId ? subscription.status : null,
    over_limit: await countOverLimit(store, viewer),
    onboarded: user.onboardedAt !== null,
    name: user.name,
    email: user.email,
    avatar: toAvatarUrl(user.avatar),
    accounts: await listAccounts(store, viewer, locale),
    account_id: viewer.account.id,
    default_account: user.defaultAccountId,
    locale: user.locale,
    dark_mode: user.darkMode,
    has_password: user.passwordHash !== null,
    duplicate_user: session.isDuplicateUser,
  };
}

/** The part of a viewer that their list of accounts follows from. */
export type AccountLister = Pick<SessionViewer, "user" | "account" | "role" | "accountCount">;

/** The accounts that the viewer belongs to, as responses in this language name them, in the order of `listAccountsWithRoles`. */
export async function listAccounts(
  store: Store,
  viewer: AccountLister,
  locale: string,
): Promise<NamedAccount[]> {
  return (await listAccountsWithRoles(store, viewer, locale)).map(({ id, name }) => ({ id, name }));
}

/**
 * The accounts that the viewer belongs to, named in this language, with their role in each, in the order of joining. Without a default account,
 * sign-in opens the first.
 */
export async function listAccountsWithRoles(
  store: Store,
  viewer: AccountLister,
  locale: string,
): Promise<JoinedAccount[]> {
  if (viewer.accountCount === 1) {
    return [{ ...toNamedAccount(viewer.account, locale), role: viewer.role }];
  }
  const memberships = await listMemberships(store, { userId: viewer.user.id });
  const accounts = await listJoinedAccounts(store, { memberships });
  return memberships.flatMap(({ accountId, role }) => {
    const account = accounts.find(({ id }) => id === accountId);
    return account ? [{ ...toNamedAccount(account, locale), role }] : [];
  });
}
