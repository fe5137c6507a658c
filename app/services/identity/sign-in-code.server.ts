/** The second half of a sign-in with two-factor: the app's code, or a backup code. Spec §7; security B5, E8 to E11. */
import { z } from "zod";
import { AppError } from "~/domain/errors";
import { otpForm } from "~/domain/forms/two-factor";
import { OTP_TRIES } from "~/domain/limits";
import { CODE_LIMIT, KNOWN_DEVICE_CODE_LIMIT, TOKEN_LIMITS, type RateLimit } from "~/domain/rate-limits";
import { findMembership } from "~/models/membership.server";
import type { Store } from "~/models/store/store";
import { countTokenAttempt, type TokenRow } from "~/models/token.server";
import { findUser, type UserRow } from "~/models/user.server";
import { operation, type Context } from "../operation.server";
import { accountAtSignIn, createAccountOf } from "../profile/people.server";
import { signedIn, signedInShape } from "./signed-in.server";
import { consumeToken, dataOf, findToken } from "./tokens.server";
import { findDeviceOf } from "./known-devices.server";
import { findStep, spendCode } from "./second-factor.server";

/** What `letIn` left in the ticket. */
const ticketShape = z.object({ isDuplicateUser: z.boolean() });

export const signInWithCode = operation({
  name: "signInWithCode",
  method: "POST",
  path: "/api/auth/otp",
  summary:
    "Complete a sign-in that requires a second factor: its token as jwt, and a code from the app (6 digits) or a backup " +
    "code (in any case, with or without its dash).",
  access: { permission: "none" },
  input: otpForm,
  output: signedInShape,
  limits: TOKEN_LIMITS,
  async run({ code, jwt }, context) {
    const { app } = context;
    const ticket = await findToken(app.store, "otp", jwt);
    if (!ticket) throw ticketDead();
    await countTry(app.store, ticket);
    const tried = await findCodeLimit(context, ticket.userId);
    await app.limiter.take(tried.limit, tried.subject);
    const step = await findStep(app, ticket.userId, code);
    const reply = await app.store.transaction(async (store) => {
      if (!(await consumeToken(store, "otp", jwt))) throw ticketDead();
      const user = await findUser(store, { id: ticket.userId });
      if (!user) throw ticketDead();
      const accountId = await accountOf(store, context, { ticket, user });
      await spendCode(store, context, { user, accountId, code, step });
      const { isDuplicateUser } = ticketShape.parse(dataOf(app.secrets, ticket));
      return signedIn(store, context, { userId: user.id, accountId, isDuplicateUser });
    });
    app.outbox.wake();
    await app.limiter.giveBack(tried.limit, tried.subject);
    return reply;
  },
});

/**
 * Counts an attempt in the challenge's row; throws when it has had them all. The number only ever grows by one, so a
 * request that finds it changed tries the next: of any number at once, no more than OTP_TRIES pass.
 */
async function countTry(store: Store, ticket: TokenRow): Promise<void> {
  for (let { attempts } = ticket; attempts < OTP_TRIES; attempts += 1) {
    if (await countTokenAttempt(store, { id: ticket.id, userId: ticket.userId, attempts })) return;
  }
  throw ticketDead();
}

/** A known device is counted by itself: others who have learned the password cannot use up its attempts. */
async function findCodeLimit(
  context: Context,
  userId: string,
): Promise<{ limit: RateLimit; subject: string }> {
  const device = await findDeviceOf(context, userId);
  if (!device) return { limit: CODE_LIMIT, subject: userId };
  return { limit: KNOWN_DEVICE_CODE_LIMIT, subject: device.id };
}

/** The account the sign-in was for, unless they are no longer in it; a new one, where it was for that. */
async function accountOf(
  store: Store,
  context: Context,
  { ticket: { accountId }, user }: { ticket: TokenRow; user: UserRow },
): Promise<string> {
  if (accountId === null) return createAccountOf(store, context, user);
  const isMember = (await findMembership(store, { userId: user.id, accountId })) !== null;
  return isMember ? accountId : accountAtSignIn(store, context, user);
}

/** 401: the sign-in has to begin anew. */
function ticketDead(): AppError {
  return new AppError("unauthenticated", "errors:ticket_dead");
}
