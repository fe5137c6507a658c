/** Creates invitations and queues their mails, within the plan's seats and the daily limit of mails. */
import { AppError } from "~/domain/errors";
import { days, INVITE_LIFE_MS, INVITES_A_DAY } from "~/domain/limits";
import { paths } from "~/domain/paths";
import type { AssignableRole } from "~/domain/roles";
import { countAudits, findOldestAudit } from "~/models/audit.server";
import { createInvite, listInvitesTo, renewInvite, type InviteRow } from "~/models/invite.server";
import { findMemberIds } from "~/models/membership.server";
import type { Store } from "~/models/store/store";
import { listVerifiedUsers } from "~/models/user.server";
import { hashToken, createRandomToken } from "~/crypto/secrets.server";
import { recordAudit } from "../platform/audit/audit.server";
import { requireViewer, type Context } from "../platform/operation.server";
import { queueMail } from "../platform/mail/outbox.server";
import { toAccountName } from "../platform/account-name.server";
import { requireRole } from "./require-role.server";
import { requireSeatsToInvite, type SeatPlans } from "./require-seats.server";

interface InviteRequest {
  emails: readonly string[];
  role: AssignableRole;
  plans: SeatPlans;
}

export interface SentInvites {
  invites: InviteRow[];
  /** Emails among the invitations that had been invited before. */
  resent: string[];
  /** Emails of members. */
  skipped: string[];
}

/**
 * Invites every email that belongs to no member, all or none; an open invitation is sent again with a new link. The
 * result is the same whether an email has a user in another account or not. Runs in the caller's transaction. Throws
 * plan_needed without free seats, too_many beyond the daily limit of mails, and forbidden.
 */
export async function sendInvites(
  store: Store,
  context: Context,
  { emails, role, plans }: InviteRequest,
): Promise<SentInvites> {
  const viewer = requireViewer(context);
  const { account } = viewer;
  await requireRole(store, context, "admin");
  const members = await findMembersByEmail(store, account.id, emails);
  const wanted = emails.filter((email) => !members.has(email));
  const earlier = await listInvitesTo(store, { accountId: account.id, emails: wanted });
  const known = new Map(earlier.map((invite) => [invite.email, invite]));
  const open = earlier.filter(({ expiresAt }) => expiresAt > new Date());
  await requireSeatsToInvite(store, {
    accountId: account.id,
    inviter: viewer,
    more: wanted.length - open.length,
    plans,
  });
  await requireMails(store, account.id, wanted.length);
  const invites: InviteRow[] = [];
  for (const email of wanted)
    invites.push(await sendInvite(store, context, { email, role, known: known.get(email) }));
  return {
    invites,
    resent: wanted.filter((email) => known.has(email)),
    skipped: emails.filter((email) => members.has(email)),
  };
}

/** Those of these emails that belong to members of the account. */
export async function findMembersByEmail(
  store: Store,
  accountId: string,
  emails: readonly string[],
): Promise<Set<string>> {
  const users = await listVerifiedUsers(store, { emails });
  const userIds = users.map(({ id }) => id);
  const ids = await findMemberIds(store, { accountId, userIds });
  return new Set(users.filter(({ id }) => ids.has(id)).map(({ email }) => email));
}

/** Counts in the audit log, which all processes share and which survives a restart. */
async function requireMails(store: Store, accountId: string, more: number): Promise<void> {
  const since = new Date(Date.now() - days(1));
  const sent = { accountId, actions: ["invited", "invite_sent_again"], since } as const;
  if ((await countAudits(store, sent)) + more <= INVITES_A_DAY) return;
  const oldest = await findOldestAudit(store, sent);
  const waitMs = oldest ? oldest.createdAt.getTime() - since.getTime() : days(1);
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  const tried = { event: "too_many_tries", limit: "invites-a-day" } as const;
  throw new AppError("too_many", "team:invite.enough_today", { retryAfterSeconds, failedAttempt: tried });
}

async function sendInvite(
  store: Store,
  context: Context,
  { email, role, known }: { email: string; role: AssignableRole; known: InviteRow | undefined },
): Promise<InviteRow> {
  const { user, account } = requireViewer(context);
  const token = createRandomToken("inv");
  const now = new Date();
  const sent = {
    role,
    tokenHash: hashToken(token),
    invitedById: user.id,
    sentAt: now,
    expiresAt: new Date(now.getTime() + INVITE_LIFE_MS),
  };
  if (known && !(await renewInvite(store, known, sent))) throw new AppError("conflict", "errors:conflict");
  const invite = known
    ? { ...known, ...sent }
    : await createInvite(store, { ...sent, accountId: account.id, email });
  await recordAudit(store, context, { action: known ? "invite_sent_again" : "invited", target: email });
  await queueMail(store, context.app.secrets, {
    template: "invite",
    to: email,
    locale: context.locale,
    values: {
      inviter: user.name,
      account: toAccountName(account, context.locale),
      isUnnamed: account.unnamedSince !== null,
      link: `${context.app.config.appUrl}${paths.joinWith(token, email)}`,
      days: INVITE_LIFE_MS / days(1),
    },
  });
  return invite;
}
