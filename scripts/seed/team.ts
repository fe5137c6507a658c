/** The people of the demo: owners who sign up, and members who are invited and join. */
import type { DemoUser } from "../../app/domain/demo";
import { INVITES_AT_ONCE } from "../../app/domain/limits";
import { ASSIGNABLE_ROLES, type AssignableRole } from "../../app/domain/roles";
import { markDemoAccounts, updateAccountName } from "../../app/models/account.server";
import { listInvitesTo, renewInvite } from "../../app/models/invite.server";
import type { Store } from "../../app/models/store/store";
import { createUnverifiedUser, findUser, findVerifiedUser, type UserRow } from "../../app/models/user.server";
import { createAccountFor } from "../../app/services/users/account.server";
import { claimEmail } from "../../app/services/users/users.server";
import type { App } from "../../app/services/platform/app.server";
import { createRandomToken, hashToken } from "../../app/crypto/secrets.server";
import { requireViewer, runOperation, type Context } from "../../app/services/platform/operation.server";
import { createUser } from "../../app/services/team/invitation.server";
import { createInvites } from "../../app/services/team/invites.server";
import { createAnonymousContext, type Member } from "./callers";
import { createDemoPassword } from "./people";

interface NewOwner {
  name: string;
  email: string;
  account: string;
}

/**
 * Signs up a user, or one who is here already, with an account. The operation of the sign-up page is not used, because
 * the account must be marked as demo data in the same transaction: a seed that is stopped leaves nothing unmarked.
 */
export async function signUpOwner(app: App, { account: name, ...person }: NewOwner): Promise<Member> {
  const passwordHash = await app.passwords.hash(createDemoPassword(app));
  return app.store.transaction(async (store) => {
    const user = await findOrCreateUser(store, { ...person, passwordHash });
    const accountId = await createAccountFor(store, createAnonymousContext(app), user);
    await updateAccountName(store, { id: accountId, name });
    await markDemoAccounts(store, { ids: [accountId], demoState: "incomplete" });
    return { userId: user.id, accountId };
  });
}

async function findOrCreateUser(
  store: Store,
  person: { name: string; email: string; passwordHash: string },
): Promise<UserRow> {
  const known = await findVerifiedUser(store, person);
  if (known) return known;
  const created = await createUnverifiedUser(store, { ...person, locale: "en" });
  await claimEmail(store, created, { refusal: "errors:conflict" });
  return (await findUser(store, created)) ?? created;
}

/** Invites these people in the name of `context`, each with their role. */
export async function invitePeople(context: Context, people: readonly DemoUser[]): Promise<void> {
  for (const role of ASSIGNABLE_ROLES) {
    const emails = people.filter(({ permission }) => permission === role).map(({ email }) => email);
    for (let first = 0; first < emails.length; first += INVITES_AT_ONCE)
      await invite(context, emails.slice(first, first + INVITES_AT_ONCE), role);
  }
}

async function invite(
  context: Context,
  emails: readonly string[],
  permission: AssignableRole,
): Promise<void> {
  await runOperation(createInvites, { email: emails.join(", "), permission }, context);
}

/** Invites these people, and lets them join. */
export async function joinPeople(context: Context, people: readonly DemoUser[]): Promise<void> {
  await invitePeople(context, people);
  for (const [index, { name, email }] of people.entries()) {
    const password = createDemoPassword(context.app);
    const input = {
      name,
      email,
      password,
      confirm_password: password,
      invite_id: await takeLink(context, email),
    };
    await runOperation(createUser, input, createAnonymousContext(context.app, index + 2));
  }
}

/** The token of a new link to the invitation. The one in the mail is encrypted there, and no one reads it. */
async function takeLink(context: Context, email: string): Promise<string> {
  const { store } = context.app;
  const accountId = requireViewer(context).account.id;
  const [invitation] = await listInvitesTo(store, { accountId, emails: [email] });
  if (!invitation) throw new Error(`${email} is not invited`);
  const token = createRandomToken("inv");
  await renewInvite(store, invitation, { ...toSent(invitation), tokenHash: hashToken(token) });
  return token;
}

const toSent = ({
  role,
  invitedById,
  sentAt,
  expiresAt,
}: Awaited<ReturnType<typeof listInvitesTo>>[number]) => ({
  role,
  invitedById,
  sentAt,
  expiresAt,
});
