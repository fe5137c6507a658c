/**
 * Another address for somebody: it waits until it is proved, and the one they have keeps control. Spec §4 and §7, and
 * docs/decisions/0009-a-new-address-is-proved-before-it-counts.md
 */
import { AppError } from "~/domain/errors";
import type { Message } from "~/domain/messages";
import { paths } from "~/domain/paths";
import { EMAIL_CHANGE_LIMITS, PROOF_LIMITS } from "~/domain/rate-limits";
import type { Store } from "~/models/store/store";
import type { UserRow } from "~/models/user";
import { recordAudit } from "../records/audit.server";
import { changePerson } from "../profile/change-person.server";
import { refuseImpersonator, viewerOfContext, withinLimits, type Context } from "../operation.server";
import { queueMail } from "../mail/outbox.server";
import { proofStateOf, requireProof } from "./proof.server";
import { queueVerification } from "./verification.server";
import type { Viewer } from "../viewer.server";

export interface EmailChange {
  /** What it changed in the person's row. */
  changes: Pick<Partial<UserRow>, "email" | "pendingEmail">;
  message: Message;
}

/**
 * Asks for `email` to become the viewer's address; the one they have already calls off a change that is open. Returns
 * null when there was nothing to do. Somebody who has proved nothing yet just gets the other address to prove.
 */
export async function changeEmail(
  context: Context,
  { email, password }: { email: string; password?: string | undefined },
): Promise<EmailChange | null> {
  const { user } = viewerOfContext(context);
  if (email === user.email && user.pendingEmail === null) return null;
  refuseImpersonator(context.viewer);
  if (email === user.email) return keepEmail(context, user);
  const tried = { input: { email }, context };
  await withinLimits({ limits: PROOF_LIMITS, ...tried }, () => requireProof(context, password));
  const changes = user.verifiedAt ? { pendingEmail: email } : { email };
  await withinLimits({ limits: EMAIL_CHANGE_LIMITS, ...tried }, () =>
    context.app.store.transaction((store) => askFor(store, context, changes)),
  );
  context.app.outbox.wake();
  return { changes, message: "profile:email.asked" };
}

/** What a page must know to offer another address. */
export function emailStateOf(viewer: Viewer) {
  const { email, pendingEmail, verifiedAt } = viewer.user;
  return { email, pendingEmail, isProved: verifiedAt !== null, proof: proofStateOf(viewer) };
}

async function keepEmail({ app }: Context, user: UserRow): Promise<EmailChange> {
  const changes = { pendingEmail: null };
  const asRead = { id: user.id, email: user.email, pendingEmail: user.pendingEmail };
  // Nothing is called off when the new address has been proved in the meantime.
  if ((await app.store.update("users", asRead, changes)) !== 1)
    throw new AppError("conflict", "errors:conflict");
  return { changes, message: "profile:email.kept" };
}

async function askFor(store: Store, context: Context, changes: EmailChange["changes"]): Promise<void> {
  const { app } = context;
  const { user } = viewerOfContext(context);
  const asRead = { id: user.id, email: user.email, pendingEmail: user.pendingEmail };
  const changed = await changePerson(store, { ...asRead, verifiedAt: user.verifiedAt }, changes);
  if (changed !== 1) throw new AppError("conflict", "errors:conflict");
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
