/** The page of an invitation's link: what it shows, and how a visitor or a signed-in user joins. */
import { AppError } from "~/domain/errors";
import { acceptForm, joinForm, type JoiningAs } from "~/domain/forms/team";
import { PASSWORD_LIMITS, TOKEN_LIMITS } from "~/domain/rate-limits";
import type { AssignableRole } from "~/domain/roles";
import { findAccount } from "~/models/account.server";
import { findInviteByToken } from "~/models/invite.server";
import type { Store } from "~/models/store/store";
import { createUnverifiedUser, findUser, findVerifiedUser, type UserRow } from "~/models/user.server";
import { hashToken } from "~/crypto/secrets.server";
import type { App } from "../platform/app.server";
import { defineOperation, requireViewer, type Context } from "../platform/operation.server";
import {
  completeSignIn,
  signedInUserShape,
  signInResultShape,
  switchToAccount,
} from "../identity/complete-sign-in.server";
import { requireSignUps } from "../platform/site/site-rules.server";
import type { Viewer } from "../platform/viewer.server";
import { toAccountName } from "../platform/account-name.server";
import { acceptInvite, getInvite } from "./joining.server";
import { findAccountSeatPlans } from "./require-seats.server";

export interface Invitation {
  account: string;
  inviter: string;
  permission: AssignableRole;
  as: JoiningAs;
}

/**
 * Reads what the page of an invitation's link shows; null when the link no longer works or was sent to another email. A
 * visitor with the link can read the mailbox, so the page may reveal that the email has a user, and nothing else of
 * them.
 */
export async function readInvitation(
  { store }: App,
  { token, email }: { token: string; email: string },
  { viewer, locale }: { viewer: Viewer | null; locale: string },
): Promise<Invitation | null> {
  const invite = await findInviteByToken(store, { tokenHash: hashToken(token) });
  if (invite?.email !== email) return null;
  const account = await findAccount(store, { id: invite.accountId });
  const inviter = await findUser(store, { id: invite.invitedById });
  if (!account) return null;
  const name = toAccountName(account, locale);
  return {
    account: name,
    inviter: inviter?.name ?? name,
    permission: invite.role,
    as: await findJoiningAs(store, email, viewer),
  };
}

/**
 * Joins a visitor who is not signed in. The link came by mail, so it verifies the email of a new user. An existing user
 * must also give their password, and their second factor if they have one.
 */
export const createUser = defineOperation({
  name: "createUser",
  method: "POST",
  path: "/api/user",
  summary:
    "Join an account with an invitation: invite_id is the secret from its link. A new user chooses a password; a user " +
    "with an account gives their existing one.",
  access: { permission: "none" },
  needsOwnSession: false,
  input: joinForm,
  output: signInResultShape,
  limits: [...PASSWORD_LIMITS, ...TOKEN_LIMITS],
  async run({ name, email, password, invite_id: token }, context) {
    const { app } = context;
    const plans = await findAccountSeatPlans(app.store, await getInvite(app.store, token, email));
    const known = await findKnownUser(context, { email, password });
    if (!known) requireSignUps(app, { isInvited: true });
    const passwordHash = known ? null : await app.passwords.hash(password);
    return app.store.transaction(async (store) => {
      const { locale } = context;
      const user = known ?? (await createUnverifiedUser(store, { name, email, passwordHash, locale }));
      const accountId = await acceptInvite(store, context, { token, user, plans });
      return completeSignIn(store, context, {
        user,
        accountId,
        isDuplicateUser: known !== null,
        factors: ["password"],
      });
    });
  },
});

/** Joins the signed-in user, if the invitation was sent to their email. Their session continues in the account. */
export const acceptInvitation = defineOperation({
  name: "acceptInvitation",
  method: "POST",
  path: "/api/invite/accept",
  summary:
    "Join an account with an invitation to your own email address. The session continues there, under a new token.",
  access: { permission: "user", state: "any" },
  needsOwnSession: true,
  input: acceptForm,
  output: signedInUserShape,
  limits: TOKEN_LIMITS,
  refusesImpersonator: true,
  async run({ invite_id: token }, context) {
    const { app } = context;
    const { user } = requireViewer(context);
    const plans = await findAccountSeatPlans(app.store, await getInvite(app.store, token, user.email));
    return app.store.transaction(async (store) => {
      const accountId = await acceptInvite(store, context, { token, user, plans });
      return switchToAccount(store, context, { accountId, isDuplicateUser: true });
    });
  },
});

async function findJoiningAs(store: Store, email: string, viewer: Viewer | null): Promise<JoiningAs> {
  if (viewer) return viewer.user.email === email ? "signed_in" : "somebody_else";
  const known = await findVerifiedUser(store, { email });
  if (!known) return "new";
  return known.passwordHash === null ? "known_without_password" : "known";
}

/** Returns the verified user of this email, or null. Throws invalid when the password is not theirs. */
async function findKnownUser(
  { app }: Context,
  { email, password }: { email: string; password: string },
): Promise<UserRow | null> {
  const known = await findVerifiedUser(app.store, { email });
  if (!known || (await app.passwords.matches(password, known.passwordHash))) return known;
  throw new AppError("invalid", "errors:wrong_password", {
    inputError: "password",
    failedAttempt: { event: "wrong_password", userId: known.id },
  });
}
