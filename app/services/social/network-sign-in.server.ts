/**
 * Signing in, and signing up, by what a network handed over. Somebody is known by network and subject alone: an address
 * at a network proves nothing here, and never leads to the account that has it.
 */
import { AppError } from "~/domain/errors";
import { SIGN_UP_LIMITS } from "~/domain/rate-limits";
import { findInviteByToken } from "~/models/invite.server";
import { createSocialLogin, findSocialLogin, type SocialLoginRow } from "~/models/social-login.server";
import type { Store } from "~/models/store/store";
import { createUnverifiedUser, findUser, type UserRow } from "~/models/user.server";
import { acceptInvite } from "../team/joining.server";
import { hashToken } from "../upkeep/secrets.server";
import { withinLimits, type Context, type Reply } from "../operation.server";
import { accountAtSignIn, createAccountOf } from "../profile/people.server";
import { letIn, type LetIn } from "../identity/signed-in.server";
import { queueVerification } from "../identity/verification.server";
import { findHandOver, lost, takeHandOver, type HandOver } from "./hand-over.server";

export interface NetworkSignIn {
  token: string;
  /** Somebody without an account wants one, although they set out to sign in. */
  signup?: boolean | undefined;
  /** The address of a newcomer whose network told none. */
  email?: string | undefined;
}

/** What the page must ask somebody who came back. */
export interface Arrival {
  handOver: HandOver;
  isKnown: boolean;
  /** A newcomer's address is neither told by the network nor by an invitation. */
  needsEmail: boolean;
}

/** Who a token stands for, and what is still to be asked; null when it does not work any more. Changes nothing. */
export async function findArrival(context: Context, token: string): Promise<Arrival | null> {
  const { app } = context;
  const handOver = await findHandOver(app, token);
  if (!handOver || handOver.purpose === "link") return null;
  const isKnown = (await findLogin(app.store, handOver)) !== null;
  return { handOver, isKnown, needsEmail: (await addressOf(app.store, handOver)) === null };
}

/**
 * Lets in whom the token stands for; a newcomer who asked for it gets an account first. Throws unauthenticated for a
 * token that works no more, and invalid with the field that a newcomer has still to fill in; the token then stays good.
 */
export async function signInByNetwork(input: NetworkSignIn, context: Context): Promise<Reply<LetIn>> {
  const arrival = await findArrival(context, input.token);
  if (!arrival) throw lost();
  if (arrival.isKnown) return enter(context, { token: input.token, email: null });
  const email = await requireAddress(arrival, input, context);
  return withinLimits({ limits: SIGN_UP_LIMITS, input: { email }, context }, () =>
    enter(context, { token: input.token, email }),
  );
}

/** `email` is a newcomer's; null for somebody who was known when they were asked. */
async function enter(
  context: Context,
  { token, email }: { token: string; email: string | null },
): Promise<Reply<LetIn>> {
  const { app } = context;
  const reply = await app.store.transaction(async (store) => {
    const handOver = await takeHandOver(store, app.secrets, token);
    const login = await findLogin(store, handOver);
    if (login) return letKnownIn(store, context, { login, handOver });
    if (email === null) throw lost();
    return letNewcomerIn(store, context, { handOver, email });
  });
  app.outbox.wake();
  return reply;
}

/** A network's own person, whoever they are here; null when they are nobody yet. */
export function findLogin(
  store: Store,
  { network, subject }: Pick<HandOver, "network" | "subject">,
): Promise<SocialLoginRow | null> {
  return findSocialLogin(store, { provider: network, subject });
}

async function requireAddress(
  { handOver }: Arrival,
  input: NetworkSignIn,
  context: Context,
): Promise<string> {
  const isAsked = handOver.purpose === "sign_up" || handOver.invite !== undefined || input.signup === true;
  if (!isAsked) throw new AppError("invalid", "errors:no_network_account", { inputError: "signup" });
  const email = (await addressOf(context.app.store, handOver)) ?? input.email;
  if (!email) throw new AppError("invalid", "form:email_required", { inputError: "email" });
  return email;
}

/** An invitation's link came by mail: its address is the one that is proved by it. */
async function addressOf(store: Store, { invite, email }: HandOver): Promise<string | null> {
  if (invite === undefined) return email;
  return (await findInviteByToken(store, { tokenHash: hashToken(invite) }))?.email ?? null;
}

async function letKnownIn(
  store: Store,
  context: Context,
  { login, handOver }: { login: SocialLoginRow; handOver: HandOver },
): Promise<Reply<LetIn>> {
  const user = await findUser(store, { id: login.userId });
  if (!user) throw lost();
  const accountId = handOver.invite
    ? await acceptInvite(store, context, { token: handOver.invite, user })
    : await accountAtSignIn(store, context, user);
  return letIn(store, context, { user, accountId, isDuplicateUser: handOver.invite !== undefined });
}

/** A person whose address is still to be proved, as after any sign-up; unless an invitation has proved it. */
async function letNewcomerIn(
  store: Store,
  context: Context,
  { handOver, email }: { handOver: HandOver; email: string },
): Promise<Reply<LetIn>> {
  const { locale } = context;
  const user = await createUnverifiedUser(store, { name: handOver.name, email, passwordHash: null, locale });
  await insertLogin(store, handOver, user);
  if (handOver.invite) {
    const accountId = await acceptInvite(store, context, { token: handOver.invite, user });
    return letIn(store, context, { user, accountId });
  }
  const accountId = await createAccountOf(store, context, user);
  await queueVerification(store, context, user);
  return letIn(store, context, { user, accountId });
}

/** Makes a network's person this one. Throws DuplicateError when they are somebody's already. */
export async function insertLogin(
  store: Store,
  { network, subject }: Pick<HandOver, "network" | "subject">,
  user: Pick<UserRow, "id">,
): Promise<void> {
  await createSocialLogin(store, { userId: user.id, provider: network, subject });
}
