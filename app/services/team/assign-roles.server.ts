/** Giving several members roles of their own at once, and the Undo of a bulk change of roles, which needs that. */
import { parse, validate } from "uuid";
import { memberRolesForm } from "~/domain/forms/members";
import { ASSIGNABLE_ROLES } from "~/domain/roles";
import { defineOperation } from "../platform/operation.server";
import { changeRoles, severalShape, toSeveralReply, type SeveralData } from "./change-members.server";

export const assignRoles = defineOperation({
  name: "assignRoles",
  method: "POST",
  path: "/api/account/users/roles",
  summary:
    "Give several members different roles at once: lists of their ids by role. Ids that cannot be changed are skipped: the " +
    "owner, yourself, and everyone who is no member. results names each of them, with the role before.",
  access: { permission: "admin", state: "verified" },
  needsOwnSession: true,
  input: memberRolesForm,
  output: severalShape,
  refusesImpersonator: true,
  async run(idsByRole, context) {
    const chosen = ASSIGNABLE_ROLES.flatMap((role) =>
      (idsByRole[role] ?? []).map((id) => [id, role] as const),
    );
    const roles = new Map(chosen);
    const ids = [...roles.keys()];
    return toSeveralReply(context, { ids, action: "role" }, () =>
      changeRoles(context, ids, (id) => roles.get(id) ?? "user"),
    );
  },
});

/**
 * The fields of a form that brings back the roles before `manageMembers`. Null when no role has changed, and when an offer
 * of ownership went with one.
 */
export function toPreviousRoles(
  { results, offer_withdrawn: isOfferWithdrawn }: SeveralData,
  { permission }: { permission?: unknown },
): Record<string, string> | null {
  const changed = results.filter(({ previous_permission: role }) => role && role !== permission);
  if (changed.length === 0 || isOfferWithdrawn) return null;
  const lists = ASSIGNABLE_ROLES.map((role) => {
    const members = changed.filter(({ previous_permission: previous }) => previous === role);
    return [role, members.map(({ id }) => shortenId(id)).join(SEPARATOR)] as const;
  });
  return { intent: "roles", ...Object.fromEntries(lists.filter(([, ids]) => ids !== "")) };
}

/** The input of `assignRoles` from the fields that `toPreviousRoles` has written. */
export function readPreviousRoles(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const lists = ASSIGNABLE_ROLES.map((role) => {
    const ids = fields[role];
    return [role, typeof ids === "string" ? ids.split(SEPARATOR).map(restoreId) : ids] as const;
  });
  return Object.fromEntries(lists);
}

/** A character that a cookie holds as it is. */
const SEPARATOR = ".";

/** The fields travel in a cookie of 4 kB, with 50 ids at most: in base64url each has 22 characters instead of 36. */
function shortenId(id: string): string {
  return validate(id) ? Buffer.from(parse(id)).toString("base64url") : id;
}

/** The id that `shortenId` has shortened. Any other text names no member. */
function restoreId(text: string): string {
  const hex = Buffer.from(text, "base64url").toString("hex");
  return hex.length === 32 ? hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-") : text;
}
