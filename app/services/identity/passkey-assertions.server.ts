/**
 * Passkeys that a user shows: in signing in, as a second factor, and to confirm a change of a credential. Each answer counts
 * once, and only for what its challenge was given for.
 */
import { AppError } from "~/domain/errors";
import type { AssertionResponse } from "~/domain/forms/passkey-answers";
import { paths } from "~/domain/paths";
import { checkAssertion, type Assertion } from "~/gateways/passkeys/passkeys";
import {
  findPasskeyByCredential,
  hasPasskey,
  recordPasskeyUse,
  type PasskeyRow,
} from "~/models/passkey.server";
import type { Store } from "~/models/store/store";
import { findUser, type UserRow } from "~/models/user.server";
import { hashToken } from "~/crypto/secrets.server";
import type { App } from "../platform/app.server";
import { queueMail } from "../platform/mail/outbox.server";
import type { Context } from "../platform/operation.server";
import {
  claimChallenge,
  getPasskeySite,
  readChallenge,
  type AnsweredChallenge,
  type ChallengeUse,
} from "./passkey-challenges.server";

/** A passkey whose signature is right. It counts once `consumePasskey` has run. */
export interface ShownPasskey {
  passkey: PasskeyRow;
  assertion: Assertion;
  answered: AnsweredChallenge;
}

/**
 * Checks the signature, and returns the passkey. Throws unauthenticated for anything that is wrong, always the same. An
 * unknown credential costs the time of a known one.
 */
export async function checkPasskey(
  { app }: Pick<Context, "app">,
  response: AssertionResponse,
  use: ChallengeUse,
): Promise<ShownPasskey> {
  const site = getPasskeySite(app);
  const passkey = await findPasskeyByCredential(app.store, { credentialHash: hashToken(response.id) });
  let answered: AnsweredChallenge | undefined;
  const isChallenge = (challenge: string): boolean => {
    const expiresAt = readChallenge(app.secrets, { challenge, use });
    if (expiresAt) answered = { challenge, expiresAt };
    return expiresAt !== null;
  };
  const result = await checkAssertion({ response, site, isChallenge }, passkey?.publicKey ?? DECOY_KEY);
  if (
    "refused" in result ||
    !passkey ||
    !answered ||
    !isOwnHandle(response, passkey) ||
    passkey.rpId !== site.rpId
  )
    throw createPasskeyError({ userId: passkey?.userId });
  return { passkey, assertion: result, answered };
}

/**
 * Makes the answer unusable, in the caller's transaction, and notes when and where the passkey was used. Throws
 * unauthenticated for an answer that was used before, and ClonedPasskeyError for a counter that has not grown.
 */
export async function consumePasskey(
  store: Store,
  { ip }: Pick<Context, "ip">,
  { passkey, assertion, answered, user }: ShownPasskey & { user: UserRow },
): Promise<void> {
  await claimChallenge(store, answered, user);
  const { counter, isBackedUp } = assertion;
  if (await recordPasskeyUse(store, passkey, { counter, isBackedUp, ip: ip.slice(0, 64) })) return;
  if (await hasPasskey(store, passkey)) throw new ClonedPasskeyError();
  throw createPasskeyError({ userId: user.id });
}

/** A passkey's counter has not grown: two authenticators have its secret. */
class ClonedPasskeyError extends Error {}

/** Runs a transaction that consumes the passkey. The user of a cloned one gets a mail, and the request is refused. */
export async function withCloneMail<T>(
  { app }: Pick<Context, "app">,
  { passkey }: Pick<ShownPasskey, "passkey">,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  try {
    return await app.store.transaction(work);
  } catch (error) {
    if (!(error instanceof ClonedPasskeyError)) throw error;
    await queueCloneMail(app, passkey);
    throw createPasskeyError({ userId: passkey.userId, cause: error });
  }
}

/** The error for a passkey that is refused, whatever is wrong with it. */
export function createPasskeyError({ userId, cause }: { userId?: string; cause?: unknown } = {}): AppError {
  return new AppError("unauthenticated", "errors:passkey_refused", {
    cause,
    failedAttempt: { event: "wrong_passkey", ...(userId !== undefined && { userId }) },
  });
}

async function queueCloneMail(app: App, passkey: PasskeyRow): Promise<void> {
  const user = await findUser(app.store, { id: passkey.userId });
  if (!user) return;
  await queueMail(app.store, app.secrets, {
    template: "passkey_cloned",
    to: user.email,
    locale: user.locale,
    values: { name: user.name, passkey: passkey.name, link: `${app.config.appUrl}${paths.passkeys}` },
    // Once, however often a copy is shown until the passkey is used again.
    key: `passkey_cloned.${passkey.id}.${passkey.counter}`,
  });
}

/** The user that the authenticator names, where it names one. */
function isOwnHandle({ response }: AssertionResponse, { userId }: PasskeyRow): boolean {
  const { userHandle } = response;
  return !userHandle || Buffer.from(userHandle, "base64url").toString("utf8") === userId;
}

/** A public key (ES256, as COSE) whose secret nobody has: what an unknown credential is checked with. */
const DECOY_KEY =
  "pQECAyYgASFYINX8_k5h9xBMlUenx90wKAb_CG3b2Tocura7NnauzJINIlgg3wLhIkYSX8YvwecOgl4CVjoEN9QA_1XD9xqMgXG7CqA";
