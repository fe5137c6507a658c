/** The user's own sessions: listing them, ending them, and switching the current one to another account. */
import * as z from "zod";
import { toAgentMessage } from "~/domain/agents";
import { AppError } from "~/domain/errors";
import { switchAccountForm } from "~/domain/forms/identity";
import { endSessionForm } from "~/domain/forms/profile";
import { SESSIONS_MAX } from "~/domain/limits";
import { toMessage } from "~/domain/messages";
import { translator } from "~/i18n/translator.server";
import { findAccount } from "~/models/account.server";
import { findMembership } from "~/models/membership.server";
import { endSession, endSessions, listLiveSessions, type SessionRow } from "~/models/session.server";
import type { App } from "../platform/app.server";
import { defineOperation, requireSession } from "../platform/operation.server";
import type { SessionViewer } from "../platform/viewer.server";
import { signedInUserShape, switchToAccount } from "./complete-sign-in.server";
import { toAccountName } from "../platform/account-name.server";

export const sessionShape = z.object({
  id: z.string(),
  kind: z.enum(["browser", "script"]),
  agent: z.string(),
  address: z.string(),
  created: z.iso.datetime(),
  last_seen: z.iso.datetime(),
  current: z.boolean(),
  /** True while support is signed in as the user. */
  support: z.boolean(),
});
type ListedSession = z.infer<typeof sessionShape>;

export const getSessions = defineOperation({
  name: "getSessions",
  method: "GET",
  path: "/api/session",
  summary: `List where you are signed in: this session, then the newest others, ${SESSIONS_MAX} at most.`,
  access: { permission: "user", state: "any" },
  input: z.object({}),
  output: z.array(sessionShape),
  async run(_input, context) {
    return { data: await listSessions(context.app, requireSession(context), context.locale) };
  },
});

export const endOwnSession = defineOperation({
  name: "endSession",
  method: "DELETE",
  path: "/api/session/:id",
  summary: "End one of your sessions. Ending the current one signs you out.",
  access: { permission: "user", state: "any" },
  needsOwnSession: true,
  refusesImpersonator: true,
  input: endSessionForm,
  output: z.object({}),
  async run({ id }, context) {
    const { user, session } = requireSession(context);
    const isEnded = await endSession(context.app.store, { id, userId: user.id });
    if (!isEnded) throw new AppError("not_found", "errors:not_found");
    if (id === session.id) return { data: {}, session: { kind: "ended" } };
    return { data: {}, message: "profile:sessions.ended" };
  },
});

export const endOtherSessions = defineOperation({
  name: "endOtherSessions",
  method: "DELETE",
  path: "/api/session",
  summary: "Sign out everywhere else.",
  access: { permission: "user", state: "any" },
  needsOwnSession: true,
  refusesImpersonator: true,
  input: z.object({}),
  output: z.object({ ended: z.number() }),
  async run(_input, context) {
    const { user, session } = requireSession(context);
    const ended = await endSessions(context.app.store, { userId: user.id, exceptId: session.id });
    return { data: { ended }, message: toMessage("profile:sessions.others_ended", { count: ended }) };
  },
});

export const switchAccount = defineOperation({
  name: "switchAccount",
  method: "POST",
  path: "/api/auth/switch",
  summary: "Switch to another account you are a member of. The session continues there, under a new token.",
  access: { permission: "user", state: "any" },
  needsOwnSession: true,
  input: switchAccountForm,
  output: signedInUserShape,
  refusesImpersonator: true,
  run({ account }, context) {
    const { user, session } = requireSession(context);
    return context.app.store.transaction(async (store) => {
      const membership = await findMembership(store, { userId: user.id, accountId: account });
      if (!membership) throw new AppError("not_found", "errors:not_found");
      const to = await findAccount(store, { id: account });
      const reply = await switchToAccount(store, context, {
        accountId: account,
        isDuplicateUser: session.isDuplicateUser,
      });
      return {
        ...reply,
        message: toMessage("layout:switched", {
          account: to ? toAccountName(to, context.locale) : "",
        }),
      };
    });
  },
});

/** The user's live sessions: the current one, then the others, newest first. */
export async function listSessions(
  { store }: App,
  { session, user }: SessionViewer,
  locale: string,
): Promise<ListedSession[]> {
  const others = await listLiveSessions(store, { userId: user.id, exceptId: session.id });
  const { message } = translator(locale);
  return [session, ...others].map((row) => ({
    ...toSessionResponse(row),
    agent: message(toAgentMessage(row.agent)),
    current: row.id === session.id,
    support: row.impersonatorId !== null,
  }));
}

function toSessionResponse({ id, kind, ip, createdAt, lastSeenAt }: SessionRow) {
  return { id, kind, address: ip, created: createdAt.toISOString(), last_seen: lastSeenAt.toISOString() };
}
