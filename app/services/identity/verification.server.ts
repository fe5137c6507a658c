/** Verifying an email: the mail, and the link in it. */
import * as z from "zod";
import { AppError } from "~/domain/errors";
import { verifyForm } from "~/domain/forms/identity";
import { hours, TOKEN_LIVES_MS } from "~/domain/limits";
import { paths } from "~/domain/paths";
import { TOKEN_LIMITS, VERIFY_MAIL_LIMITS } from "~/domain/rate-limits";
import { endSessions } from "~/models/session.server";
import type { Store } from "~/models/store/store";
import { revokeSignInTokens } from "~/models/token.server";
import type { UserRow } from "~/models/user.server";
import { recordAudit } from "../platform/audit/audit.server";
import {
  defineOperation,
  requireSession,
  requireViewer,
  type Context,
  type SessionChange,
} from "../platform/operation.server";
import { queueMail } from "../platform/mail/outbox.server";
import { claimEmail, isEmailTaken, getEmailToVerify } from "../users/users.server";
import { rotateSession } from "./sessions.server";
import { consumeToken, issueToken } from "./tokens.server";
import { isVerified } from "../platform/viewer.server";

const LINK_EXPIRED = "errors:link_expired";

export const verifyEmail = defineOperation({
  name: "verifyAddress",
  method: "POST",
  path: "/api/user/verify",
  summary: "Verify the email address with the token from the email.",
  access: { permission: "user", state: "any" },
  needsOwnSession: true,
  input: verifyForm,
  output: z.object({ verified: z.literal(true) }),
  limits: TOKEN_LIMITS,
  refusesImpersonator: true,
  async run({ token }, context) {
    const { app } = context;
    const { user } = requireViewer(context);
    if (isVerified(user)) return { data: { verified: true } };
    const session = await app.store.transaction(async (store) => {
      if (user.pendingEmail !== null) return verifyNewEmail(store, context, token);
      await verifyFirstEmail(store, user, token);
      return undefined;
    });
    return { data: { verified: true }, message: "links:verify.done", session };
  },
});

export const requestVerification = defineOperation({
  name: "requestVerification",
  method: "POST",
  path: "/api/user/verify/request",
  summary: "Resend the verification email. The last three links keep working.",
  access: { permission: "user", state: "any" },
  needsOwnSession: true,
  input: z.object({}),
  output: z.object({}),
  limits: VERIFY_MAIL_LIMITS,
  refusesImpersonator: true,
  async run(_input, context) {
    const { user } = requireViewer(context);
    if (!isVerified(user))
      await context.app.store.transaction((store) => queueVerification(store, context, user));
    return { data: {}, message: "links:verify.sent_again" };
  },
});

/**
 * Queues the mail with which `user` verifies their email. When the email belongs to another user, that user gets a
 * notice instead. The token is created in both cases, so that the response time does not reveal whether the email is
 * taken.
 */
export async function queueVerification(store: Store, { app }: Context, user: UserRow): Promise<void> {
  const { id: userId, name, locale } = user;
  const email = getEmailToVerify(user);
  const token = await issueToken(store, app.secrets, { kind: "verify", userId, email });
  if (await isEmailTaken(store, email)) {
    const link = `${app.config.appUrl}${paths.signIn}`;
    const mail = { template: "already_registered", to: email, locale, values: { name, link } } as const;
    return queueMail(store, app.secrets, mail);
  }
  const link = `${app.config.appUrl}${paths.verifyWith(token)}`;
  const values = { name, link, hours: TOKEN_LIVES_MS.verify / hours(1) };
  const template = user.pendingEmail === null ? "verify" : "verify_new";
  return queueMail(store, app.secrets, { template, to: email, locale, values });
}

/** Verifies the email that the user signed up with. */
async function verifyFirstEmail(store: Store, user: UserRow, token: string): Promise<void> {
  await consumeVerification(store, user, token);
  await claimEmail(store, user, { refusal: LINK_EXPIRED });
}

/** Verifies an email that replaces the previous one, and ends every other session. */
async function verifyNewEmail(
  store: Store,
  context: Context,
  token: string,
): Promise<SessionChange | undefined> {
  const { app } = context;
  const { user, session } = requireSession(context);
  const newEmail = getEmailToVerify(user);
  await consumeVerification(store, user, token);
  await claimEmail(store, user, { refusal: LINK_EXPIRED });
  await endSessions(store, { userId: user.id, exceptId: session.id });
  await revokeSignInTokens(store, { userId: user.id });
  await recordAudit(store, context, { action: "email_changed", target: newEmail });
  await queueMail(store, app.secrets, {
    template: "email_changed",
    to: user.email,
    locale: user.locale,
    values: { name: user.name, newEmail, supportEmail: app.config.supportEmail },
  });
  return rotateSession(store, context);
}

/** Consumes the token. It stays valid when the transaction is rolled back. */
async function consumeVerification(store: Store, user: UserRow, token: string): Promise<void> {
  const consumed = await consumeToken(store, "verify", token);
  if (consumed?.userId !== user.id || consumed.email !== getEmailToVerify(user)) {
    throw new AppError("invalid", LINK_EXPIRED);
  }
}
