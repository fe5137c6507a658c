/** Changing several members of an account at once, and the answer that names what was changed and what was not. */
import * as z from "zod";
import { NAME_IN_MESSAGE_MAX_LENGTH, NAMES_IN_MESSAGE, type MemberAction } from "~/domain/members";
import type { Locale } from "~/domain/locales";
import { toMessage, type KeyedMessage } from "~/domain/messages";
import { ROLES, type AssignableRole } from "~/domain/roles";
import { shortenText } from "~/domain/text";
import { translator } from "~/i18n/translator.server";
import { listMembersByUser, type MembershipRow } from "~/models/membership.server";
import type { Store } from "~/models/store/store";
import { listUsers } from "~/models/user.server";
import { requireViewer, type Context, type Reply } from "../platform/operation.server";
import { readChosenRows } from "./member-list.server";
import { changeRole } from "./members.server";
import { findRefusal, requireRole, type Member } from "./require-role.server";

export const severalShape = z.object({
  /** Ids of the rows that the action changed. */
  done: z.array(z.string()),
  /** Ids of the rows that stay as they are. */
  skipped: z.array(z.string()),
  /** The outcome of each: a member by name, an invitation by email, and null for an id that is neither. */
  results: z.array(
    z.object({
      id: z.string(),
      name: z.string().nullable(),
      changed: z.boolean(),
      /** After a change of the role: the role before. */
      previous_permission: z.enum(ROLES).optional(),
    }),
  ),
  /** A change of roles has withdrawn an offer of the account's ownership. */
  offer_withdrawn: z.boolean(),
});

export type SeveralData = z.infer<typeof severalShape>;
type Result = SeveralData["results"][number];

/** Whether the answer's message names rows that stay as they are. */
export const hasSkipped = ({ skipped }: SeveralData): boolean => skipped.length > 0;

/** A row that was changed. */
export interface Changed extends Pick<Result, "id" | "previous_permission"> {
  isOfferWithdrawn?: boolean;
}

/** Runs an action on these rows, and answers with what became of each. */
export async function toSeveralReply(
  context: Context,
  { ids, action }: { ids: readonly string[]; action: MemberAction },
  act: () => Promise<Changed[]>,
): Promise<Reply<SeveralData>> {
  // Before the action, which may delete the rows.
  const rows = await readChosenRows(context.app.store, requireViewer(context).account.id, ids);
  const done = await act();
  const changed = new Map(done.map((row) => [row.id, row]));
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const results = ids.map((id) => ({
    id,
    name: names.get(id) ?? null,
    changed: changed.has(id),
    previous_permission: changed.get(id)?.previous_permission,
  }));
  return {
    data: {
      done: [...changed.keys()],
      skipped: ids.filter((id) => !changed.has(id)),
      results,
      offer_withdrawn: done.some(({ isOfferWithdrawn }) => isOfferWithdrawn),
    },
    message: toResultMessage(action, results, context.locale),
  };
}

/**
 * Changes those of these members whom the caller may change; all or none. The account is locked, so that no role and no
 * membership changes between the check and the change.
 */
export function changeMembers(
  context: Context,
  ids: readonly string[],
  change: (store: Store, member: Member) => Promise<Omit<Changed, "id">>,
): Promise<Changed[]> {
  return context.app.store.transaction(async (store) => {
    const own = await requireRole(store, context, "admin");
    const members = await listChosenMembers(store, own, ids);
    const changed: Changed[] = [];
    for (const member of members) {
      if (findRefusal(context, own, member) !== null) continue;
      changed.push({ id: member.user.id, ...(await change(store, member)) });
    }
    return changed;
  });
}

/** Gives each of these members the role that `toRole` returns for their id; all or none. */
export function changeRoles(
  context: Context,
  ids: readonly string[],
  toRole: (userId: string) => AssignableRole,
): Promise<Changed[]> {
  return changeMembers(context, ids, async (store, member) => {
    const permission = toRole(member.user.id);
    const isOfferWithdrawn = await changeRole(store, context, { member, permission });
    return { previous_permission: member.membership.role, isOfferWithdrawn };
  });
}

async function listChosenMembers(
  store: Store,
  { accountId }: MembershipRow,
  userIds: readonly string[],
): Promise<Member[]> {
  const memberships = await listMembersByUser(store, { accountId, userIds });
  const users = await listUsers(store, { ids: memberships.map(({ userId }) => userId) });
  const usersById = new Map(users.map((user) => [user.id, user]));
  return memberships.flatMap((membership) => {
    const user = usersById.get(membership.userId);
    return user ? [{ membership, user }] : [];
  });
}

/** Names what was changed, and what was not. */
function toResultMessage(action: MemberAction, results: readonly Result[], locale: Locale): KeyedMessage {
  const done = results.filter(({ changed }) => changed);
  const skipped = results.filter(({ changed }) => !changed);
  const values = { count: done.length, names: formatNames(done, locale) };
  if (skipped.length === 0) return toMessage(`team:bulk.done.${action}`, values);
  const skippedNames = formatNames(skipped, locale);
  if (done.length === 0) return toMessage("team:bulk.none", { skipped: skippedNames });
  return toMessage(`team:bulk.partly.${action}`, { ...values, skipped: skippedNames });
}

/** "Ada, Alan, Grace, and 3 more", in the reader's language. */
function formatNames(results: readonly Result[], locale: Locale): string {
  const { message } = translator(locale);
  const named = results.flatMap(({ name }) => name ?? []);
  const [more, gone] = [named.length - NAMES_IN_MESSAGE, results.length - named.length];
  return new Intl.ListFormat(locale).format([
    ...named.slice(0, NAMES_IN_MESSAGE).map((name) => shortenText(name, NAME_IN_MESSAGE_MAX_LENGTH)),
    ...(more > 0 ? [message(toMessage("team:bulk.more", { count: more }))] : []),
    ...(gone > 0 ? [message(toMessage("team:bulk.gone", { count: gone }))] : []),
  ]);
}
