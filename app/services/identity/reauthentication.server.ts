/**
 * Reauthentication: a change of a credential asks for the password, a second-factor code or a passkey again. For the few that only
 * add something, what was given in signing in counts for as long.
 * docs/decisions/0015-credential-changes-require-reauthentication.md
 * docs/decisions/0077-a-credential-of-the-sign-in-counts-for-keys.md
 */
import { AppError } from "~/domain/errors";
import type { AssertionResponse } from "~/domain/forms/passkey-answers";
import type { ReauthenticationState } from "~/domain/forms/reauthentication";
import { REAUTHENTICATION_LIFE_MS } from "~/domain/limits";
import { CODE_LIMIT, REAUTHENTICATION_LIMITS } from "~/domain/rate-limits";
import { updateSession, type SessionRow } from "~/models/session.server";
import type { Store } from "~/models/store/store";
import { findTwoFactor } from "~/models/two-factor.server";
import { readConfirmations } from "~/models/ways-in.server";
import { hasOwnCookie, refuseImpersonator } from "../platform/access.server";
import { requireSession, type Context } from "../platform/operation.server";
import { runWithinLimits } from "../platform/rate-limits/operation-limits.server";
import type { SessionViewer } from "../platform/viewer.server";
import { checkPasskey, consumePasskey, createPasskeyError, withCloneMail } from "./passkey-assertions.server";
import { findStep, consumeCode } from "./second-factor.server";

/** The credentials that a request contains. */
export interface GivenCredential {
  password?: string;
  /** A code of the authenticator app, or a backup code. */
  code?: string;
  /** A passkey's answer to a challenge that was given for this session, and to confirm. */
  passkey?: AssertionResponse;
}

interface ReauthenticationRule {
  /**
   * The credential of the sign-in counts as well. For creating and changing keys and for switching two-factor on only:
   * everything else could take the account from its user.
   */
  acceptsSignIn?: boolean;
}

/** Whether the user gave their password or a code in this session within the last ten minutes. */
export function isReauthenticationRecent(
  { reauthenticatedAt, credentialAt, impersonatorId }: SessionRow,
  { acceptsSignIn = false }: ReauthenticationRule = {},
  now = new Date(),
): boolean {
  if (isStillValid(reauthenticatedAt, now)) return true;
  return acceptsSignIn && impersonatorId === null && isStillValid(credentialAt, now);
}

/**
 * Reads a page's form state: whether the reauthentication is recent, and which credential the user has. A page is
 * opened by the session's own cookie.
 */
export async function readReauthentication(
  store: Store,
  viewer: SessionViewer,
  rule: ReauthenticationRule = {},
): Promise<ReauthenticationState> {
  const confirmations = await readConfirmations(store, { userId: viewer.user.id });
  return toReauthenticationState(viewer, confirmations, rule);
}

/** The same for a caller who knows what the user has. */
export function toReauthenticationState(
  { session, user }: SessionViewer,
  { hasTwoFactor, hasPasskey }: { hasTwoFactor: boolean; hasPasskey: boolean },
  rule: ReauthenticationRule = {},
): ReauthenticationState {
  const isRecent = isReauthenticationRecent(session, rule);
  if (user.passwordHash !== null) return { isRecent, method: "password", hasPasskey };
  return { isRecent, method: hasTwoFactor ? "code" : "none", hasPasskey };
}

/**
 * Accepts a password, a code, a passkey, or a reauthentication within the last ten minutes; with `acceptsSignIn` also what was given
 * in signing in. Throws forbidden for an impersonator, and when a credential is missing; invalid when it is wrong. Only
 * wrong credentials count towards the limits.
 */
export async function requireReauthentication(
  context: Context,
  given: GivenCredential,
  rule: ReauthenticationRule = {},
): Promise<void> {
  const { password, code, passkey } = given;
  if (password) return requirePassword(context, password);
  refuseImpersonator(context.viewer);
  if (passkey) return requirePasskey(context, passkey);
  if (code) return requireCode(context, code);
  if (isConfirmed(context, rule)) return;
  const { method, hasPasskey } = await readReauthentication(context.app.store, requireSession(context));
  if (method === "none" && hasPasskey)
    throw new AppError("forbidden", "errors:passkey_again", { inputError: "passkey" });
  if (method === "none") throw new AppError("forbidden", "errors:set_password_first");
  const message = method === "password" ? "errors:prove_again" : "errors:code_again";
  throw new AppError("forbidden", message, { inputError: method });
}

/**
 * The same for a repeated call. Within the ten minutes it is not asked for again, because the first call has used up the
 * code that the repeated one contains.
 */
export async function requireRepeatedReauthentication(
  context: Context,
  given: GivenCredential,
  rule: ReauthenticationRule = {},
): Promise<void> {
  refuseImpersonator(context.viewer);
  if (isConfirmed(context, rule)) return;
  await requireReauthentication(context, given, rule);
}

/** Accepts the correct password only. Throws like `requireReauthentication`, with `field` as the field of the error. */
export async function requirePassword(context: Context, password: string, field = "password"): Promise<void> {
  refuseImpersonator(context.viewer);
  const { app } = context;
  const { user, session } = requireSession(context);
  await runWithinLimits({ limits: REAUTHENTICATION_LIMITS, input: {}, context }, async () => {
    if (await app.passwords.matches(password, user.passwordHash)) return;
    throw new AppError("invalid", "errors:wrong_password", {
      inputError: field,
      failedAttempt: { event: "wrong_reauthentication" },
    });
  });
  await updateSession(app.store, session, { reauthenticatedAt: new Date() });
}

/** A browser's session must show its cookie for the sign-in to count; a script's token is its session's own. */
function isConfirmed(context: Context, { acceptsSignIn = false }: ReauthenticationRule): boolean {
  const { session } = requireSession(context);
  const isOwn = session.kind === "script" || hasOwnCookie(context);
  return isReauthenticationRecent(session, { acceptsSignIn: acceptsSignIn && isOwn });
}

function isStillValid(at: Date | null, now: Date): boolean {
  return at !== null && now.getTime() - at.getTime() < REAUTHENTICATION_LIFE_MS;
}

async function requireCode(context: Context, code: string): Promise<void> {
  const { app } = context;
  const { user, account, session } = requireSession(context);
  await requireEarlierFactor(app.store, { user, session });
  await runWithinLimits({ limits: [CODE_LIMIT], input: {}, context }, async () => {
    const step = await findStep(app, user.id, code);
    await app.store.transaction(async (store) => {
      await consumeCode(store, context, { user, accountId: account.id, code, step });
      await updateSession(store, session, { reauthenticatedAt: new Date() });
    });
  });
}

/** A key that cannot sign in confirms as well: the session shows who its holder is. */
async function requirePasskey(context: Context, response: AssertionResponse): Promise<void> {
  const { user, session } = requireSession(context);
  const confirm = async () => {
    const use = { purpose: "confirmation", sessionId: session.id } as const;
    const shown = await checkPasskey(context, response, use);
    if (shown.passkey.userId !== user.id) throw createPasskeyError();
    await withCloneMail(context, shown, async (store) => {
      await consumePasskey(store, context, { ...shown, user });
      await updateSession(store, session, { reauthenticatedAt: new Date() });
    });
  };
  await runWithinLimits({ limits: REAUTHENTICATION_LIMITS, input: {}, context }, () =>
    confirm().catch(rejectConfirmation),
  );
}

/** Not 401: the user is signed in, and stays signed in. */
function rejectConfirmation(failure: unknown): never {
  if (!(failure instanceof AppError) || failure.code !== "unauthenticated") throw failure;
  throw new AppError("invalid", failure.messageKey, { ...failure.detail, inputError: "passkey" });
}

/**
 * Throws forbidden for a second factor that was switched on in this session. That accepts the credential of the sign-in,
 * and the factor's codes must not turn it into a reauthentication, which opens everything else. Whoever switched it on
 * has a password. All other sessions ended with it.
 */
async function requireEarlierFactor(
  store: Store,
  { user, session }: Pick<SessionViewer, "user" | "session">,
): Promise<void> {
  const factor = await findTwoFactor(store, { userId: user.id });
  if (factor?.enabledAt && factor.enabledAt >= session.createdAt)
    throw new AppError("forbidden", "errors:prove_again", { inputError: "password" });
}
