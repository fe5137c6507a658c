/**
 * Changing the user's email: the new one replaces the current one only when it is verified.
 * docs/decisions/0009-a-new-email-is-verified-before-it-counts.md
 */
import { AppError } from "~/domain/errors";
import type { KeyedMessage } from "~/domain/messages";
import type { ReauthenticationState } from "~/domain/forms/reauthentication";
import { paths } from "~/domain/paths";
import { EMAIL_CHANGE_LIMITS } from "~/domain/rate-limits";
import type { Store } from "~/models/store/store";
import { updateUser, type UserRow } from "~/models/user.server";
import { recordAudit } from "../platform/audit/audit.server";
import { updateUserRow } from "../users/users.server";
import { refuseImpersonator } from "../platform/access.server";
import { requireSession, requireViewer, type Context } from "../platform/operation.server";
import { runWithinLimits } from "../platform/rate-limits/operation-limits.server";
import { queueMail } from "../platform/mail/outbox.server";
import {
  readReauthentication,
  requireReauthentication,
  type GivenCredential,
} from "./reauthentication.server";
import { queueVerification } from "./verification.server";
import type { Viewer } from "../platform/viewer.server";

interface EmailChange {
  /** The changed columns of the user. */
  changes: Pick<Partial<UserRow>, "email" | "pendingEmail">;
  message: KeyedMessage;
}

/**
 * Requests `email` as the viewer's new email; their current email cancels an open change. Returns null when there is
 * nothing to change. An unverified user gets the new email immediately, and has to verify it instead of the old one.
 */
export async function changeEmail(
  context: Context,
  { email, ...given }: { email: string } & GivenCredential,
): Promise<EmailChange | null> {
  const { user } = requireViewer(context);
  refuseImpersonator(context.viewer);
  if (email === user.email && user.pendingEmail === null) return null;
  if (email === user.email) return cancelEmailChange(context, user);
  await confirmEmailChange(context, given);
  const changes = user.verifiedAt ? { pendingEmail: email } : { email };
  await runWithinLimits({ limits: EMAIL_CHANGE_LIMITS, input: { email }, context }, () =>
    context.app.store.transaction((store) => requestEmailChange(store, context, changes)),
  );
  return { changes, message: "profile:email.asked" };
}

/** Returns the state of the form that changes the email. */
export function toEmailState({ user }: Viewer, reauthentication: ReauthenticationState) {
  const { email, pendingEmail, verifiedAt } = user;
  const { isRecent, method, hasPasskey } = reauthentication;
  // A user with neither a credential nor a verified email has nothing to confirm with.
  const isRequired = !isRecent && (method !== "none" || verifiedAt !== null);
  return {
    email,
    pendingEmail,
    isEmailVerified: verifiedAt !== null,
    reauthentication: { method, hasPasskey, isRecent: !isRequired },
  };
}

/**
 * Requires reauthentication. An unverified user without password and second factor is exempt: the email that they
 * signed up with may be mistyped, so no link to set a password would arrive.
 */
async function confirmEmailChange(context: Context, given: GivenCredential): Promise<void> {
  const viewer = requireSession(context);
  if (viewer.user.verifiedAt === null) {
    const { method } = await readReauthentication(context.app.store, viewer);
    if (method === "none") return;
  }
  await requireReauthentication(context, given);
}

async function cancelEmailChange({ app }: Context, user: UserRow): Promise<EmailChange> {
  const changes = { pendingEmail: null };
  const asRead = { id: user.id, email: user.email, pendingEmail: user.pendingEmail };
  // The change cannot be cancelled when the new email has been verified in the meantime.
  if (!(await updateUser(app.store, asRead, changes))) throw new AppError("conflict", "errors:conflict");
  return { changes, message: "profile:email.kept" };
}

async function requestEmailChange(
  store: Store,
  context: Context,
  changes: EmailChange["changes"],
): Promise<void> {
  const { app } = context;
  const { user } = requireViewer(context);
  const asRead = { id: user.id, email: user.email, pendingEmail: user.pendingEmail };
  const isChanged = await updateUserRow(store, { ...asRead, verifiedAt: user.verifiedAt }, changes);
  if (!isChanged) throw new AppError("conflict", "errors:conflict");
  await queueVerification(store, context, { ...user, ...changes });
  if (!changes.pendingEmail) return;
  await recordAudit(store, context, { action: "email_change_asked", target: changes.pendingEmail });
  await queueMail(store, app.secrets, {
    template: "email_change_asked",
    to: user.email,
    locale: user.locale,
    values: {
      name: user.name,
      newEmail: changes.pendingEmail,
      link: `${app.config.appUrl}${paths.forgotPassword}`,
    },
  });
}
