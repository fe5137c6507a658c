/** The input of listing an account's members and invitations, in a page's URL and in the API. */
import * as z from "zod/mini";
import { EMAIL_MAX_LENGTH, ID_LENGTH, INVITES_AT_ONCE, MEMBERS_CHANGED_AT_ONCE } from "../limits";
import { MEMBER_ACTIONS, MEMBER_SORTS, MEMBER_STATUSES, type MemberQuery } from "../members";
import { toMessage } from "../messages";
import { findOption, SORT_DIRECTIONS, parseSearchPosition, PLACE_FIELDS, searchForm } from "../paging";
import { ASSIGNABLE_ROLES, ROLES, type AssignableRole } from "../roles";
import { select } from "./choices";
import { createFormSchema, optional, requiredText } from "./rules";

/** A page of the list. */
export const membersForm = z.extend(searchForm, {
  status: optional(select(MEMBER_STATUSES)),
  permission: optional(select(ROLES)),
  sort: optional(select(MEMBER_SORTS)),
  direction: optional(select(SORT_DIRECTIONS)),
});

/** The list as a file, from its beginning. */
export const membersExportForm = z.omit(membersForm, PLACE_FIELDS);

/** One action on several rows: ids of users, and of invitations. A change of the role needs `permission`. */
export const memberActionForm = createFormSchema({
  ids: rowIds(),
  action: select(MEMBER_ACTIONS),
  permission: optional(select(ASSIGNABLE_ROLES)),
}).check(
  z.refine(({ action, permission }) => action !== "role" || permission !== undefined, {
    error: toMessage("team:bulk.role_required"),
    path: ["permission"],
  }),
);

/** Different roles for several members: ids of users by the role that they get. */
export const memberRolesForm = createFormSchema({
  admin: optional(rowIds()),
  developer: optional(rowIds()),
  user: optional(rowIds()),
}).check(
  z.refine((ids) => countIds(ids) > 0, { error: toMessage("team:bulk.ids_required"), path: ["user"] }),
  z.refine((ids) => countIds(ids) <= MEMBERS_CHANGED_AT_ONCE, {
    error: toMessage("team:bulk.at_most", { max: MEMBERS_CHANGED_AT_ONCE }),
    path: ["user"],
  }),
);

const countIds = (idsByRole: Readonly<Partial<Record<AssignableRole, readonly string[]>>>) =>
  Object.values(idsByRole).flat().length;

/** Ids of rows, each once. A form posts a single one as plain text. */
function rowIds() {
  const required = toMessage("team:bulk.ids_required");
  const one = requiredText(required, { max: ID_LENGTH });
  const atMost = toMessage("team:bulk.at_most", { max: MEMBERS_CHANGED_AT_ONCE });
  const several = z
    .array(one, { error: required })
    .check(z.minLength(1, required), z.maxLength(MEMBERS_CHANGED_AT_ONCE, atMost));
  return z.pipe(
    z.union([several, one], { error: required }),
    z.transform((given) => [...new Set([given].flat())]),
  );
}

/** Emails that are checked before they are invited: separated as `splitEmails` takes them, valid or not. */
export const checkInvitesForm = createFormSchema({
  email: requiredText(toMessage("form:email_required"), {
    max: (INVITES_AT_ONCE + 1) * EMAIL_MAX_LENGTH,
    isMultiline: true,
  }),
});

/** Reads the list's part of a query string. A value that is not an option counts as missing. */
export function parseMemberQuery(query: URLSearchParams): MemberQuery {
  const sort = findOption(MEMBER_SORTS, query.get("sort")) ?? undefined;
  return {
    ...parseSearchPosition(query),
    status: findOption(MEMBER_STATUSES, query.get("status")) ?? undefined,
    permission: findOption(ROLES, query.get("permission")) ?? undefined,
    sort,
    direction: sort && (findOption(SORT_DIRECTIONS, query.get("direction")) ?? "asc"),
  };
}
