/** The texts of an action on several rows: how many of them it changes, and what a role would take from them. */
import type { TranslateFile } from "~/domain/message-keys";
import type { MemberAction } from "~/domain/members";
import { ASSIGNABLE_ROLES, canActAs, type AssignableRole, type Role } from "~/domain/roles";

export interface SeveralRow {
  kind: "member" | "invite";
  permission: Role;
  /** Empty for the owner and for the viewer, whom no action changes. */
  actions?: readonly string[];
}

/** The rows that the action changes; the server skips the others. */
export function listChangeable<Row extends SeveralRow>(action: MemberAction, rows: readonly Row[]): Row[] {
  return rows.filter((row) => isChangeable(action, row));
}

/** Whether the action changes the row: a member whom the viewer may change, or an invitation. */
export function isChangeable(action: MemberAction, { kind, actions }: SeveralRow): boolean {
  const isForInvites = action === "resend" || action === "revoke";
  return isForInvites ? kind === "invite" : kind === "member" && actions?.length !== 0;
}

/** "Remove 3 members?", or "Remove 3 of 5 selected?" when the action skips some. */
export function toSeveralTitle(
  t: TranslateFile<"team">,
  action: MemberAction,
  rows: readonly SeveralRow[],
): string {
  const count = listChangeable(action, rows).length;
  if (count === rows.length) return t(`bulk.question.${action}`, { count });
  return t(`bulk.question_of.${action}`, { count, selected: rows.length });
}

/** Permissions that a change of the role can take away. */
const LOST = ["admin", "developer"] as const;

/** For each role, a sentence on what it takes from how many of these rows; none where it takes nothing. */
export function toRoleLosses(
  t: TranslateFile<"team">,
  rows: readonly SeveralRow[],
): Partial<Record<AssignableRole, string>> {
  const members = listChangeable("role", rows);
  const losses = ASSIGNABLE_ROLES.map((role) => {
    const sentences = LOST.flatMap((permission) => {
      if (canActAs(role, permission)) return [];
      const count = members.filter((member) => canActAs(member.permission, permission)).length;
      return count > 0 ? [t(`bulk.loses.${permission}`, { count })] : [];
    });
    return [role, sentences.join(" ")] as const;
  });
  return Object.fromEntries(losses.filter(([, text]) => text !== ""));
}
