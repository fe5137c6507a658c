/** The second factor of a sign-in: a code of the user's app, a backup code, or one of their passkeys answers the challenge. */
import * as z from "zod";
import { AppError } from "~/domain/errors";
import { otpForm } from "~/domain/forms/credentials";
import { otpPasskeyForm, secondFactorOptionsForm } from "~/domain/forms/passkeys";
import { findPasskeyObstacle, toRpId } from "~/domain/passkeys";
import { OTP_TRIES } from "~/domain/limits";
import {
  CODE_LIMIT,
  KNOWN_DEVICE_CODE_LIMIT,
  PASSKEY_OPTIONS_LIMITS,
  TOKEN_LIMITS,
  type RateLimit,
} from "~/domain/rate-limits";
import { createAssertionOptions } from "~/gateways/passkeys/passkeys";
import { findMembership } from "~/models/membership.server";
import { countPasskeys, listPasskeys } from "~/models/passkey.server";
import type { Store } from "~/models/store/store";
import { countTokenAttempt, type TokenRow } from "~/models/token.server";
import { findUser, type UserRow } from "~/models/user.server";
import { defineOperation, type Context, type Reply } from "../platform/operation.server";
import { getSignInAccount, createAccountFor } from "../users/account.server";
import {
  challengeDataShape,
  completeChallenge,
  signedInUserShape,
  type SignedInUser,
} from "./complete-sign-in.server";
import { checkPasskey, consumePasskey, createPasskeyError, withCloneMail } from "./passkey-assertions.server";
import { createChallenge, getPasskeySite } from "./passkey-challenges.server";
import { requestOptionsShape } from "./passkey-options.server";
import { consumeToken, readTokenData, findToken } from "./tokens.server";
import { findUserDevice } from "../platform/rate-limits/known-devices.server";
import { findStep, consumeCode } from "./second-factor.server";

export const signInWithCode = defineOperation({
  name: "signInWithCode",
  method: "POST",
  path: "/api/auth/otp",
  summary:
    "Complete a sign-in that requires a second factor: its token as jwt, and a code from the app (6 digits) or a backup " +
    "code (in any case, with or without its dash), or a passkey's answer.",
  access: { permission: "none" },
  needsOwnSession: false,
  input: z.union([otpPasskeyForm, otpForm]),
  output: signedInUserShape,
  limits: TOKEN_LIMITS,
  run: (input, context) =>
    "passkey" in input ? signInWithKey(input, context) : signInWithTypedCode(input, context),
});

async function signInWithTypedCode(
  { code, jwt }: z.output<typeof otpForm>,
  context: Context,
): Promise<Reply<SignedInUser>> {
  const { app } = context;
  const challenge = await findToken(app.store, "otp", jwt);
  if (!challenge) throw toExpiredError();
  await countAttempt(app.store, challenge);
  const counted = await findCodeLimit(context, challenge.userId);
  await app.limiter.consume(counted.limit, counted.subject);
  const step = await findStep(app, challenge.userId, code);
  const reply = await app.store.transaction(async (store) => {
    const signIn = await consumeChallenge(store, context, { challenge, jwt });
    await consumeCode(store, context, { ...signIn, code, step });
    return completeChallenge(store, context, { ...signIn, factors: [...signIn.factors, "code"] });
  });
  await app.limiter.refund(counted.limit, counted.subject);
  return reply;
}

/** No key can be guessed, so no limit counts the tries but that of the challenge. */
async function signInWithKey(
  { passkey: response, jwt }: z.output<typeof otpPasskeyForm>,
  context: Context,
): Promise<Reply<SignedInUser>> {
  const { app } = context;
  const challenge = await findToken(app.store, "otp", jwt);
  if (!challenge) throw toExpiredError();
  await countAttempt(app.store, challenge);
  const use = { purpose: "second_factor", tokenHash: challenge.hash } as const;
  const shown = await checkPasskey(context, response, use);
  if (shown.passkey.userId !== challenge.userId) throw createPasskeyError({ userId: challenge.userId });
  return withCloneMail(context, shown, async (store) => {
    const signIn = await consumeChallenge(store, context, { challenge, jwt });
    await consumePasskey(store, context, { ...shown, user: signIn.user });
    return completeChallenge(store, context, { ...signIn, factors: [...signIn.factors, "security_key"] });
  });
}

export const getSecondFactorOptions = defineOperation({
  name: "getSecondFactorOptions",
  method: "POST",
  path: "/api/auth/otp/options",
  summary:
    "Get what a browser needs to complete such a sign-in with a passkey or a security key: its answer goes along as passkey, " +
    "in place of the code.",
  access: { permission: "none" },
  needsOwnSession: false,
  input: secondFactorOptionsForm,
  output: requestOptionsShape,
  limits: PASSKEY_OPTIONS_LIMITS,
  async run({ jwt }, { app }) {
    const site = getPasskeySite(app);
    const waiting = await findToken(app.store, "otp", jwt);
    if (!waiting) throw toExpiredError();
    const own = await listPasskeys(app.store, { userId: waiting.userId });
    const allowed = own.filter(({ rpId }) => rpId === site.rpId);
    if (allowed.length === 0) throw new AppError("conflict", "errors:no_passkey");
    const challenge = createChallenge(app.secrets, { purpose: "second_factor", tokenHash: waiting.hash });
    return { data: createAssertionOptions({ site, challenge, allowed, isVerificationRequired: false }) };
  },
});

/** Whether the sign-in with this token may be completed with a passkey, for its page. */
export async function hasKeyForChallenge({ app }: Pick<Context, "app">, jwt: string): Promise<boolean> {
  if (findPasskeyObstacle(app.config.appUrl)) return false;
  const waiting = await findToken(app.store, "otp", jwt);
  if (!waiting) return false;
  const rpId = toRpId(app.config.appUrl);
  return (await countPasskeys(app.store, { userId: waiting.userId, rpId })) > 0;
}

/** Consumes the challenge in the caller's transaction. Returns whose sign-in it is, and what they had shown before. */
async function consumeChallenge(
  store: Store,
  context: Context,
  { challenge, jwt }: { challenge: TokenRow; jwt: string },
) {
  if (!(await consumeToken(store, "otp", jwt))) throw toExpiredError();
  const user = await findUser(store, { id: challenge.userId });
  if (!user) throw toExpiredError();
  const accountId = await resolveAccountId(store, context, { challenge, user });
  return { user, accountId, ...challengeDataShape.parse(readTokenData(context.app.secrets, challenge)) };
}

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
