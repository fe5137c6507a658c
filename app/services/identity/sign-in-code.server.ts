/** The second factor of a sign-in: a code of the user's app, or a backup code, answers the challenge. */
import { AppError } from "~/domain/errors";
import { otpForm } from "~/domain/forms/credentials";
import { OTP_TRIES } from "~/domain/limits";
import { CODE_LIMIT, KNOWN_DEVICE_CODE_LIMIT, TOKEN_LIMITS, type RateLimit } from "~/domain/rate-limits";
import { findMembership } from "~/models/membership.server";
import type { Store } from "~/models/store/store";
import { countTokenAttempt, type TokenRow } from "~/models/token.server";
import { findUser, type UserRow } from "~/models/user.server";
import { defineOperation, type Context } from "../platform/operation.server";
import { getSignInAccount, createAccountFor } from "../users/account.server";
import { challengeDataShape, signedInUserShape, startSession } from "./complete-sign-in.server";
import { consumeToken, readTokenData, findToken } from "./tokens.server";
import { findUserDevice } from "../platform/rate-limits/known-devices.server";
import { requireOpenSite } from "../platform/site/site-rules.server";
import { findStep, consumeCode } from "./second-factor.server";

export const signInWithCode = defineOperation({
  name: "signInWithCode",
  method: "POST",
  path: "/api/auth/otp",
  summary:
    "Complete a sign-in that requires a second factor: its token as jwt, and a code from the app (6 digits) or a backup " +
    "code (in any case, with or without its dash).",
  access: { permission: "none" },
  needsOwnSession: false,
  input: otpForm,
  output: signedInUserShape,
  limits: TOKEN_LIMITS,
  async run({ code, jwt }, context) {
    const { app } = context;
    const challenge = await findToken(app.store, "otp", jwt);
    if (!challenge) throw toExpiredError();
    await countAttempt(app.store, challenge);
    const counted = await findCodeLimit(context, challenge.userId);
    await app.limiter.consume(counted.limit, counted.subject);
    const step = await findStep(app, challenge.userId, code);
    const reply = await app.store.transaction(async (store) => {
      if (!(await consumeToken(store, "otp", jwt))) throw toExpiredError();
      const user = await findUser(store, { id: challenge.userId });
      if (!user) throw toExpiredError();
      requireOpenSite(app, user);
      const accountId = await resolveAccountId(store, context, { challenge, user });
      await consumeCode(store, context, { user, accountId, code, step });
      const { isDuplicateUser } = challengeDataShape.parse(readTokenData(app.secrets, challenge));
      return startSession(store, context, {
        userId: user.id,
        accountId,
        isDuplicateUser,
        gaveCredential: true,
      });
    });
    await app.limiter.refund(counted.limit, counted.subject);
    return reply;
  },
});

/**
 * Counts an attempt in the challenge's row; throws when none is left. Each update expects the number that it read and
 * adds one. A request whose update fails tries the next number, so at most OTP_TRIES of any concurrent requests pass.
 */
async function countAttempt(store: Store, challenge: TokenRow): Promise<void> {
  for (let { attempts } = challenge; attempts < OTP_TRIES; attempts += 1) {
    if (await countTokenAttempt(store, { id: challenge.id, userId: challenge.userId, attempts })) return;
  }
  throw toExpiredError();
}

/** A known device has a limit of its own: an attacker who knows the password cannot consume its attempts. */
async function findCodeLimit(
  context: Context,
  userId: string,
): Promise<{ limit: RateLimit; subject: string }> {
  const device = await findUserDevice(context, userId);
  if (!device) return { limit: CODE_LIMIT, subject: userId };
  return { limit: KNOWN_DEVICE_CODE_LIMIT, subject: device.id };
}

/** The account of the sign-in, unless the user has left it; a new account, if the sign-in was for one. */
async function resolveAccountId(
  store: Store,
  context: Context,
  { challenge: { accountId }, user }: { challenge: TokenRow; user: UserRow },
): Promise<string> {
  if (accountId === null) return createAccountFor(store, context, user);
  const isMember = (await findMembership(store, { userId: user.id, accountId })) !== null;
  return isMember ? accountId : getSignInAccount(store, context, user);
}

/** 401: the user has to start the sign-in again. */
function toExpiredError(): AppError {
  return new AppError("unauthenticated", "errors:challenge_expired");
}
