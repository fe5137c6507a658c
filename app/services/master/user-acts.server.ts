/** A master's acts for a user: sending the verification again, and ending all sessions. Each act has a reason. */
import * as z from "zod";
import type { AuditAction } from "~/domain/audit-actions";
import { AppError } from "~/domain/errors";
import { endUserSessionsForm, userActForm } from "~/domain/forms/master";
import { toMessage } from "~/domain/messages";
import { MASTER_ACT_LIMITS } from "~/domain/rate-limits";
import { listMemberships } from "~/models/membership.server";
import { endSessions } from "~/models/session.server";
import type { Store } from "~/models/store/store";
import { findUser, type UserRow } from "~/models/user.server";
import { requireReauthentication } from "../identity/reauthentication.server";
import { queueVerification } from "../identity/verification.server";
import { recordAudit } from "../platform/audit/audit.server";
import { defineOperation, requireSession, type Context } from "../platform/operation.server";
import { isVerified } from "../platform/viewer.server";

export const sendPersonVerification = defineOperation({
  name: "sendPersonVerification",
  method: "POST",
  path: "/api/master/users/:id/verification",
  summary:
    "Send a person the mail with which they verify their email, with a reason that the activity of their accounts shows.",
  access: { permission: "master", state: "verified" },
  needsOwnSession: true,
  input: userActForm,
  output: z.object({}),
  limits: MASTER_ACT_LIMITS,
  async run({ id, reason }, context) {
    const { app } = context;
    await app.store.transaction(async (store) => {
      const user = await getUser(store, id);
      if (isVerified(user)) throw new AppError("conflict", "master:person.is_verified");
      await recordUserAct(store, context, { user, action: "verification_sent", reason });
      await queueVerification(store, context, user);
    });
    return { data: {}, message: "master:person.verification_sent" };
  },
});

export const endPersonSessions = defineOperation({
  name: "endPersonSessions",
  method: "DELETE",
  path: "/api/master/users/:id/sessions",
  summary:
    "Sign a person out everywhere, with a reason that the activity of their accounts shows. Your own session goes on.",
  access: { permission: "master", state: "verified" },
  needsOwnSession: true,
  input: endUserSessionsForm,
  output: z.object({ ended: z.number().int() }),
  limits: MASTER_ACT_LIMITS,
  async run({ id, reason, confirm: _, ...credential }, context) {
    await requireReauthentication(context, credential);
    const { session } = requireSession(context);
    const ended = await context.app.store.transaction(async (store) => {
      const user = await getUser(store, id);
      await recordUserAct(store, context, { user, action: "sessions_ended", reason });
      return endSessions(store, { userId: user.id, exceptId: session.id });
    });
    return { data: { ended }, message: toMessage("master:person.sessions_ended", { count: ended }) };
  },
});

async function getUser(store: Store, id: string): Promise<UserRow> {
  const user = await findUser(store, { id });
  if (!user) throw new AppError("not_found", "errors:not_found");
  return user;
}

/** Records the act in each of the user's accounts, because it concerns their member. */
async function recordUserAct(
  store: Store,
  context: Context,
  { user, action, reason }: { user: UserRow; action: AuditAction; reason: string },
): Promise<void> {
  for (const { accountId } of await listMemberships(store, { userId: user.id }))
    await recordAudit(store, context, { action, accountId, target: `${user.email}: ${reason}` });
}
