/**
 * The passkeys of a user: listing, adding, renaming and removing them.
 * docs/decisions/0089-passkeys-are-discoverable.md
 */
import * as z from "zod";
import { toAgentMessage } from "~/domain/agents";
import { AppError } from "~/domain/errors";
import {
  addPasskeyForm,
  passkeyOptionsForm,
  removePasskeyForm,
  renamePasskeyForm,
} from "~/domain/forms/passkeys";
import type { RegistrationResponse } from "~/domain/forms/passkey-answers";
import { findAuthenticatorName, PASSKEY_NAME_MAX_LENGTH, PASSKEYS_MAX } from "~/domain/passkeys";
import { paths } from "~/domain/paths";
import { PRODUCT_NAME } from "~/domain/product";
import { shortenText } from "~/domain/text";
import {
  checkRegistration,
  createRegistrationOptions,
  type CreatedCredential,
} from "~/gateways/passkeys/passkeys";
import { translator } from "~/i18n/translator.server";
import {
  countPasskeys,
  createPasskey,
  deletePasskey,
  listPasskeys,
  renamePasskey as renameRow,
  type PasskeyRow,
} from "~/models/passkey.server";
import { endSessions } from "~/models/session.server";
import { DuplicateError, type Store } from "~/models/store/store";
import { findUser } from "~/models/user.server";
import { hashToken } from "~/crypto/secrets.server";
import { recordAudit } from "../platform/audit/audit.server";
import { queueMail } from "../platform/mail/outbox.server";
import { defineOperation, requireSession, requireViewer, type Context } from "../platform/operation.server";
import {
  claimChallenge,
  createChallenge,
  getPasskeySite,
  readChallenge,
  type AnsweredChallenge,
} from "./passkey-challenges.server";
import { creationOptionsShape } from "./passkey-options.server";
import { listPasskeyViews, passkeyShape, toPasskeyView } from "./passkey-views.server";
import { requireReauthentication } from "./reauthentication.server";
import { rotateSession } from "./sessions.server";

export const getPasskeys = defineOperation({
  name: "getPasskeys",
  method: "GET",
  path: "/api/user/passkeys",
  summary: "List your passkeys, with when and from where each was last used.",
  access: { permission: "user", state: "verified" },
  input: z.object({}),
  output: z.array(passkeyShape),
  async run(_input, context) {
    return { data: await listPasskeyViews(context.app, requireViewer(context).user.id) };
  },
});

export const getPasskeyOptions = defineOperation({
  name: "getPasskeyOptions",
  method: "POST",
  path: "/api/user/passkeys/options",
  summary:
    "Get what a browser needs to create a passkey: the answer is for navigator.credentials.create(). Needs password, code " +
    "or passkey, unless one was given within ten minutes. With second_factor, the key cannot sign in by itself.",
  access: { permission: "user", state: "verified" },
  needsOwnSession: true,
  refusesImpersonator: true,
  input: passkeyOptionsForm,
  output: creationOptionsShape,
  async run({ second_factor: isSecondFactor, ...given }, context) {
    const { app } = context;
    const { user, session } = requireSession(context);
    const site = getPasskeySite(app);
    await requireReauthentication(context, given);
    const known = await listPasskeys(app.store, { userId: user.id });
    if (known.length >= PASSKEYS_MAX) throw createFullError();
    const purpose = isSecondFactor ? "second_key" : "registration";
    return {
      data: createRegistrationOptions({
        site,
        productName: PRODUCT_NAME,
        challenge: createChallenge(app.secrets, { purpose, sessionId: session.id }),
        user,
        known: known.filter(({ rpId }) => rpId === site.rpId),
        isForSignIn: !isSecondFactor,
      }),
    };
  },
});

export const addPasskey = defineOperation({
  name: "addPasskey",
  method: "POST",
  path: "/api/user/passkeys",
  summary:
    "Add the passkey that the browser has created, as response. Without a name it gets that of its maker, or of the browser.",
  access: { permission: "user", state: "verified" },
  needsOwnSession: true,
  refusesImpersonator: true,
  input: addPasskeyForm,
  output: passkeyShape,
  async run({ response, name, ...given }, context) {
    const { app } = context;
    await requireReauthentication(context, given);
    const { credential, answered, canSignIn } = await checkCreated(context, response);
    const row = await withDuplicateError(() =>
      app.store.transaction((store) =>
        insertPasskey(store, context, { credential, answered, canSignIn, name }),
      ),
    );
    return { data: toPasskeyView(app, row), message: "passkeys:added", offersPasskey: false };
  },
});

export const renamePasskey = defineOperation({
  name: "renamePasskey",
  method: "PATCH",
  path: "/api/user/passkeys/:id",
  summary: "Give one of your passkeys another name.",
  access: { permission: "user", state: "verified" },
  needsOwnSession: true,
  refusesImpersonator: true,
  input: renamePasskeyForm,
  output: passkeyShape,
  async run({ id, name }, context) {
    const { app } = context;
    const { user } = requireViewer(context);
    const row = await app.store.transaction(async (store) => {
      const renamed = await renameRow(store, { id, userId: user.id, name });
      if (!renamed) throw new AppError("not_found", "errors:not_found");
      await recordAudit(store, context, { action: "passkey_renamed", target: name });
      return renamed;
    });
    return { data: toPasskeyView(app, row), message: "passkeys:renamed" };
  },
});

/**
 * Removing one never locks the user out: their email is verified, and a link sent there signs them in. Their other sessions
 * end, because the passkey may have started them.
 */
export const removePasskey = defineOperation({
  name: "removePasskey",
  method: "DELETE",
  path: "/api/user/passkeys/:id",
  summary: "Remove one of your passkeys. It no longer signs in, and every other session ends.",
  access: { permission: "user", state: "verified" },
  needsOwnSession: true,
  refusesImpersonator: true,
  input: removePasskeyForm,
  output: z.object({ id: z.string() }),
  async run({ id, ...given }, context) {
    const { app } = context;
    const { user, session } = requireSession(context);
    await requireReauthentication(context, given);
    const change = await app.store.transaction(async (store) => {
      const removed = await deletePasskey(store, { id, userId: user.id });
      if (!removed) throw new AppError("not_found", "errors:not_found");
      await endSessions(store, { userId: user.id, exceptId: session.id });
      await recordAudit(store, context, { action: "passkey_removed", target: removed.name });
      await queuePasskeyMail(store, context, { template: "passkey_removed", passkey: removed.name });
      return rotateSession(store, context);
    });
    return { data: { id }, message: "passkeys:removed", session: change };
  },
});

interface CheckedRegistration {
  credential: CreatedCredential;
  answered: AnsweredChallenge;
  /** It was asked for a passkey that is both factors, and is one. */
  canSignIn: boolean;
}

/** Throws invalid for anything that is wrong with what the browser has created. */
async function checkCreated(
  { app, ...context }: Context,
  response: RegistrationResponse,
): Promise<CheckedRegistration> {
  const { session } = requireSession({ app, ...context });
  const site = getPasskeySite(app);
  let found: (AnsweredChallenge & { isForSignIn: boolean }) | undefined;
  const isChallenge = (challenge: string): boolean => {
    for (const purpose of ["registration", "second_key"] as const) {
      const expiresAt = readChallenge(app.secrets, { challenge, use: { purpose, sessionId: session.id } });
      if (expiresAt) found = { challenge, expiresAt, isForSignIn: purpose === "registration" };
    }
    return found !== undefined;
  };
  const credential = await checkRegistration({ response, site, isChallenge });
  if ("refused" in credential || !found) throw createRegistrationError();
  const { isForSignIn, ...answered } = found;
  const canSignIn = isForSignIn && credential.isVerified && credential.isResident;
  return { credential, answered, canSignIn };
}

async function insertPasskey(
  store: Store,
  context: Context,
  { credential, answered, canSignIn, name }: CheckedRegistration & { name?: string },
): Promise<PasskeyRow> {
  const { app } = context;
  // Locks the user: two requests cannot both find room for the last one.
  const user = await findUser(store, { id: requireViewer(context).user.id });
  if (!user) throw new AppError("unauthenticated", "errors:sign_in_first");
  await claimChallenge(store, answered, user).catch(rejectRegistration);
  if ((await countPasskeys(store, { userId: user.id })) >= PASSKEYS_MAX) throw createFullError();
  const { isVerified: _verified, isResident: _resident, ...kept } = credential;
  const row = await createPasskey(store, {
    ...kept,
    userId: user.id,
    credentialHash: hashToken(credential.credentialId),
    name: name ?? toFirstName(context, credential),
    rpId: getPasskeySite(app).rpId,
    canSignIn,
  });
  await recordAudit(store, context, { action: "passkey_added", target: row.name });
  await queuePasskeyMail(store, context, { template: "passkey_added", passkey: row.name });
  return row;
}

/** The maker's name for its authenticator, or the browser and its system. */
function toFirstName({ agent, locale }: Context, { aaguid }: CreatedCredential): string {
  const name = findAuthenticatorName(aaguid) ?? translator(locale).message(toAgentMessage(agent));
  return shortenText(name, PASSKEY_NAME_MAX_LENGTH);
}

function queuePasskeyMail(
  store: Store,
  context: Context,
  { template, passkey }: { template: "passkey_added" | "passkey_removed"; passkey: string },
): Promise<void> {
  const { app } = context;
  const { name, email, locale } = requireViewer(context).user;
  const values = { name, passkey, link: `${app.config.appUrl}${paths.passkeys}` };
  return queueMail(store, app.secrets, { template, to: email, locale, values });
}

/** The credential is stored already: the user's own, or another user's. The answer does not say whose. */
async function withDuplicateError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (failure) {
    if (failure instanceof DuplicateError) throw new AppError("conflict", "errors:passkey_known");
    throw failure;
  }
}

/** Not 401: the user is signed in, and stays signed in. */
function rejectRegistration(failure: unknown): never {
  if (failure instanceof AppError && failure.code === "unauthenticated") throw createRegistrationError();
  throw failure;
}

function createRegistrationError(): AppError {
  return new AppError("invalid", "errors:passkey_not_added", { inputError: "response" });
}

function createFullError(): AppError {
  return new AppError("conflict", "errors:passkeys_full");
}
