/** Mailed links that sign the user in or set a new password. Opening one verifies the email. */
import * as z from "zod";
import { AppError } from "~/domain/errors";
import { emailAddressForm } from "~/domain/forms/identity";
import { ID_LENGTH, minutes, TOKEN_LIVES_MS } from "~/domain/limits";
import type { KeyedMessage } from "~/domain/messages";
import { paths } from "~/domain/paths";
import { endSessions } from "~/models/session.server";
import type { Store } from "~/models/store/store";
import { revokeSignInTokens } from "~/models/token.server";
import { findUser, type UserRow } from "~/models/user.server";
import { defineOperation, type Context, type Operation } from "../platform/operation.server";
import { DECOY_RECIPIENT } from "../platform/mail/delivery.server";
import { queueMail } from "../platform/mail/outbox.server";
import { claimEmail, findUserByEmail, deleteCredentials } from "../users/users.server";
import { consumeToken, issueToken } from "./tokens.server";

/** As long as an average name, so that a decoy mail takes as long as a real one. */
const DECOY_NAME = "Nobody Atall";

/** `magic` signs in, `reset` sets a new password. */
export type LinkKind = "magic" | "reset";

const LINKS: Record<LinkKind, { linkTo: (token: string) => string; invalid: KeyedMessage; field: string }> = {
  magic: { linkTo: paths.magicWith, invalid: "errors:magic_link_invalid", field: "token" },
  reset: { linkTo: paths.resetPasswordWith, invalid: "errors:reset_link_invalid", field: "jwt" },
};

/** The parts of a request in which the kinds of links differ. */
interface LinkRequest extends Pick<Operation, "name" | "path" | "limits"> {
  /** The first sentence of the summary. */
  purpose: string;
}

/** Defines the operation that mails a link of `kind` to any email. All kinds answer alike. */
export function defineLinkRequest(kind: LinkKind, { purpose, ...request }: LinkRequest) {
  return defineOperation({
    ...request,
    method: "POST",
    summary: `${purpose} The answer is the same whether the email address is known or not.`,
    access: { permission: "none" },
    needsOwnSession: false,
    input: emailAddressForm,
    output: z.object({}),
    async run({ email }, context) {
      await sendLink(kind, email, context);
      return { data: {}, message: "links:mailed_link.sent" };
    },
  });
}

/**
 * Mails a link to the user who has this email. Without one, the same rows are written for a user who does not exist,
 * and the same mail is rendered, composed and dropped: neither the answer nor its time reveals who is registered.
 */
export async function sendLink(kind: LinkKind, email: string, { app, locale }: Context): Promise<void> {
  const user = await findUserByEmail(app.store, email);
  await app.store.transaction(async (store) => {
    // The same for every request with this email, so that earlier links are counted alike.
    const userId = user?.id ?? app.secrets.sign("unknown_user", email).slice(0, ID_LENGTH);
    const token = await issueToken(store, app.secrets, { kind, userId, email });
    const values = {
      name: user?.name ?? DECOY_NAME,
      link: `${app.config.appUrl}${LINKS[kind].linkTo(token)}`,
      minutes: TOKEN_LIVES_MS[kind] / minutes(1),
    };
    const to = user ? email : DECOY_RECIPIENT;
    await queueMail(store, app.secrets, { template: kind, to, locale: user?.locale ?? locale, values });
  });
}

/**
 * Consumes a link and returns its user, whose email it verifies. Throws invalid when the link is unknown or expired,
 * when it was not sent to `email`, or when another user has verified the email since; the link then stays valid. Runs
 * in the caller's transaction.
 */
export async function consumeLink(
  store: Store,
  kind: LinkKind,
  { token, email }: { token: string; email?: string },
): Promise<UserRow> {
  const row = await consumeToken(store, kind, token);
  const isValid = row !== null && (email === undefined || email === row.email);
  const user = isValid ? await findUser(store, { id: row.userId, email: row.email }) : null;
  if (!user) throw createInvalidLinkError(kind);
  return user.verifiedAt ? user : claimUnverifiedUser(store, user, LINKS[kind].invalid);
}

/** The same error for every link that does not work, so that it reveals no reason. */
export function createInvalidLinkError(kind: LinkKind): AppError {
  return new AppError("invalid", LINKS[kind].invalid, { inputError: LINKS[kind].field });
}

/**
 * Verifies the email for the user who opened the mail. A stranger may have signed up with it before, so the password,
 * the networks, the sessions and the tokens of that sign-up are deleted.
 */
async function claimUnverifiedUser(
  store: Store,
  user: UserRow,
  errorMessage: KeyedMessage,
): Promise<UserRow> {
  const changes = { verifiedAt: new Date(), passwordHash: null };
  await claimEmail(store, user, { refusal: errorMessage, changes });
  await deleteCredentials(store, user.id);
  await endSessions(store, { userId: user.id });
  await revokeSignInTokens(store, { userId: user.id });
  return { ...user, ...changes, emailClaim: user.email };
}
