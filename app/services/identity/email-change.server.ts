/**
 * Another address for somebody: it waits until it is proved, and the one they have keeps control. Spec §4 and §7, and
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
import { updateUserRow } from "../people/users.server";
import { refuseImpersonator, requireViewer, type Context } from "../platform/operation.server";
import { runWithinLimits } from "../platform/rate-limits/operation-limits.server";
import { queueMail } from "../platform/mail/outbox.server";
import {
  readReauthentication,
  requireReauthentication,
  type GivenCredential,
} from "./reauthentication.server";
import { requireOwnCookie } from "./sessions.server";
import { queueVerification } from "./verification.server";
import type { Viewer } from "../platform/viewer.server";

export interface EmailChange {
  /** What it changed in the person's row. */
  changes: Pick<Partial<UserRow>, "email" | "pendingEmail">;
  message: KeyedMessage;
}

/**
 * Asks for `email` to become the viewer's address; the one they have already calls off a change that is open. Returns
 * null when there was nothing to do. Somebody who has proved nothing yet just gets the other address to prove.
 */
export async function changeEmail(
  context: Context,
  { email, ...given }: { email: string } & GivenCredential,
): Promise<EmailChange | null> {
  const { user } = requireViewer(context);
  if (email === user.email && user.pendingEmail === null) return null;
  refuseImpersonator(context.viewer);
  requireOwnCookie(context);
  if (email === user.email) return cancelEmailChange(context, user);
  await confirmEmailChange(context, given);
  const changes = user.verifiedAt ? { pendingEmail: email } : { email };
  await runWithinLimits({ limits: EMAIL_CHANGE_LIMITS, input: { email }, context }, () =>
    context.app.store.transaction((store) => requestEmailChange(store, context, changes)),
  );
  context.app.outbox.wake();
  return { changes, message: "profile:email.asked" };
}

/** What a page must know to offer another email. */
export function toEmailState({ user }: Viewer, reauthentication: ReauthenticationState) {
  const { email, pendingEmail, verifiedAt } = user;
  const { isRecent, method } = reauthentication;
  // Without anything to confirm with, and without a verified email, nothing is asked.
  const isRequired = !isRecent && (method !== "none" || verifiedAt !== null);
  return {
    email,
    pendingEmail,
    isEmailVerified: verifiedAt !== null,
    reauthentication: { method, isRecent: !isRequired },
  };
}

/**
 * A user with neither password nor second factor confirms by a link to their email. One who has not verified it yet may
 * have mistyped it, and no such link would arrive: their own session is enough.
 */
async function confirmEmailChange(context: Context, given: GivenCredential): Promise<void> {
  const viewer = requireViewer(context);
  if (viewer.user.verifiedAt === null) {
    const { method } = await readReauthentication(context.app.store, viewer);
    if (method === "none") return;
  }
  await requireReauthentication(context, given);
}

async function cancelEmailChange({ app }: Context, user: UserRow): Promise<EmailChange> {
  const changes = { pendingEmail: null };
  const asRead = { id: user.id, email: user.email, pendingEmail: user.pendingEmail };
  // Nothing is called off when the new address has been proved in the meantime.
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
