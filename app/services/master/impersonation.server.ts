/**
 * Impersonation: a master acts as a user who allows it. The master requests a token with a reason and starts with the
 * token, there or in a browser of their own; either of the two can end it.
 * docs/decisions/0079-a-master-uses-their-token-in-their-browser.md
 */
import * as z from "zod";
import { AppError } from "~/domain/errors";
import { impersonateForm, impersonationForm } from "~/domain/forms/master";
import { IMPERSONATION_MAX_MS } from "~/domain/limits";
import { paths } from "~/domain/paths";
import { IMPERSONATION_LIMITS, TOKEN_LIMITS } from "~/domain/rate-limits";
import type { Impersonation } from "~/domain/root-data";
import { findMembership } from "~/models/membership.server";
import { hasLiveSession, type SessionRow } from "~/models/session.server";
import type { Store } from "~/models/store/store";
import { findUser, type UserRow } from "~/models/user.server";
import { recordAudit } from "../platform/audit/audit.server";
import { defineOperation, requireSession, type Context, type Reply } from "../platform/operation.server";
import type { SessionViewer } from "../platform/viewer.server";
import { queueMail } from "../platform/mail/outbox.server";
import { requireReauthentication } from "../identity/reauthentication.server";
import { startSession, signedInUserShape, type SignedInUser } from "../identity/complete-sign-in.server";
import { isSupportAllowed } from "../users/support-access.server";
import { consumeToken, readTokenData, issueToken } from "../identity/tokens.server";
import { endImpersonatedSession } from "../sign-in/sign-in.server";

export const createImpersonation = defineOperation({
  name: "createImpersonation",
  method: "POST",
  path: "/api/master/impersonation",
  summary:
    "Request a token to sign in as a user who allows support access. Send it to POST /api/auth/impersonate, or open " +
    `${paths.impersonate}?token= in a browser that is signed in as the same master: once, within two minutes.`,
  access: { permission: "master", state: "verified" },
  needsOwnSession: true,
  input: impersonationForm,
  output: z.object({ token: z.string() }),
  limits: IMPERSONATION_LIMITS,
  async run({ user, account, reason, ...credential }, context) {
    await requireReauthentication(context, credential);
    const { store, secrets } = context.app;
    const target = await findMember(store, { userId: user, accountId: account });
    if (!target) throw createNotFoundError();
    if (!isSupportAllowed(target)) throw new AppError("forbidden", "master:form.not_allowed");
    const data = { sessionId: requireSession(context).session.id, reason } satisfies ImpersonationRequest;
    const tokenFor = {
      kind: "impersonate",
      userId: user,
      email: target.email,
      accountId: account,
      data,
    } as const;
    return { data: { token: await store.transaction((inner) => issueToken(inner, secrets, tokenFor)) } };
  },
});

export const impersonate = defineOperation({
  name: "impersonate",
  method: "POST",
  path: "/api/auth/impersonate",
  summary:
    "Start acting as the user, in the session that requested the token or in a browser of the same operator. " +
    "The requesting session must not have ended.",
  access: { permission: "master", state: "verified" },
  needsOwnSession: true,
  input: impersonateForm,
  output: signedInUserShape,
  limits: TOKEN_LIMITS,
  async run({ token }, context) {
    return context.app.store.transaction((store) => startImpersonation(store, context, token));
  },
});

export const endImpersonation = defineOperation({
  name: "endImpersonation",
  method: "DELETE",
  path: "/api/auth/impersonate",
  summary: "Stop acting as another user.",
  access: { permission: "user", state: "any" },
  needsOwnSession: true,
  auditsItself: true,
  input: z.object({}),
  output: z.object({}),
  run: (_input, context) => endImpersonatedSession(context),
});

/** The master who acts in this session, and until when; null when it is the user's own session. */
export async function findImpersonationSession(
  store: Store,
  { impersonatorId, expiresAt }: SessionRow,
): Promise<Impersonation | null> {
  const master = impersonatorId && (await findUser(store, { id: impersonatorId }));
  return master ? { master: master.name, until: expiresAt.toISOString() } : null;
}

/** The token's data: the session that requested it, and the reason. */
const impersonationRequestShape = z.object({ sessionId: z.string(), reason: z.string() });
type ImpersonationRequest = z.infer<typeof impersonationRequestShape>;

async function startImpersonation(
  store: Store,
  context: Context,
  token: string,
): Promise<Reply<SignedInUser>> {
  const master = requireSession(context);
  const consumed = await consumeToken(store, "impersonate", token);
  const request = consumed && impersonationRequestShape.parse(readTokenData(context.app.secrets, consumed));
  // The error rolls the transaction back, so a token that this session may not use stays valid.
  if (!consumed?.accountId || !request || !(await canUseToken(store, master, request)))
    throw createNotFoundError();
  const { accountId } = consumed;
  const target = await findMember(store, { userId: consumed.userId, accountId });
  if (!target?.supportUntil || !isSupportAllowed(target)) throw createNotFoundError();
  const until = new Date(Math.min(Date.now() + IMPERSONATION_MAX_MS, target.supportUntil.getTime()));
  const impersonation = { session: master.session, until };
  await recordAudit(store, context, {
    action: "impersonation_started",
    target: request.reason,
    actor: target,
    accountId,
    impersonator: master.user,
  });
  await notifyCustomer(store, context, { target, support: master.user.name, reason: request.reason });
  return startSession(store, context, { userId: target.id, accountId, impersonatedBy: impersonation });
}

/**
 * The session that requested the token may use it, and so may another browser of the same master, which a request shows by
 * its own cookie (`needsOwnSession`). A script's session may not: its token alone would do for a copied one.
 */
async function canUseToken(
  store: Store,
  { session, user }: SessionViewer,
  { sessionId }: ImpersonationRequest,
): Promise<boolean> {
  if (sessionId === session.id) return true;
  return session.kind === "browser" && (await hasLiveSession(store, { id: sessionId, userId: user.id }));
}

function notifyCustomer(
  store: Store,
  { app }: Context,
  { target, support, reason }: { target: UserRow; support: string; reason: string },
): Promise<void> {
  return queueMail(store, app.secrets, {
    template: "support_signed_in",
    to: target.email,
    locale: target.locale,
    values: {
      name: target.name,
      support,
      reason,
      at: new Date().toISOString(),
      link: `${app.config.appUrl}${paths.help}`,
    },
  });
}

async function findMember(
  store: Store,
  { userId, accountId }: { userId: string; accountId: string },
): Promise<UserRow | null> {
  const membership = await findMembership(store, { userId, accountId });
  return membership && findUser(store, { id: userId });
}

function createNotFoundError(): AppError {
  return new AppError("not_found", "errors:not_found");
}
