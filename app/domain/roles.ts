/** Which role includes which permission. docs/decisions/0076-a-master-keeps-the-developers-work.md */

export const PERMISSIONS = ["master", "owner", "admin", "developer", "user"] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Roles of a membership. Master belongs to the user, not to a membership. */
export const ROLES = ["owner", "admin", "developer", "user"] as const;
export type Role = (typeof ROLES)[number];

/** Roles that can be assigned. The owner is not one: an account has one owner, and ownership is transferred. */
export const ASSIGNABLE_ROLES = ["admin", "developer", "user"] as const;
export type AssignableRole = (typeof ASSIGNABLE_ROLES)[number];

const ACTS_AS: Record<Permission, readonly Permission[]> = {
  master: ["master", "owner", "admin", "user"],
  owner: ["owner", "admin", "developer", "user"],
  admin: ["admin", "user"],
  developer: ["developer", "user"],
  user: ["user"],
};

/** A user in an account: their permission there, and the role of their membership, which a master's does not show. */
export interface Actor {
  permission: Permission;
  role: Role;
}

/** A user in an account, from their membership and from whether they are a master. */
export function toActor({ role, isMaster }: { role: Role; isMaster: boolean }): Actor {
  return { permission: isMaster ? "master" : role, role };
}

/**
 * Whether a role, or a user in an account, includes the `required` permission. Master does not include developer: a
 * master has it where their membership does, so that they keep the keys of an account of their own.
 */
export function canActAs(actor: Role | Actor, required: Permission): boolean {
  if (typeof actor === "string") return ACTS_AS[actor].includes(required);
  const isByMembership = required === "developer" && ACTS_AS[actor.role].includes(required);
  return isByMembership || ACTS_AS[actor.permission].includes(required);
}

/** Maps each permission to whether the actor includes it. The navigation uses it to show entries. */
export function createPermissionMap(actor: Role | Actor): Record<Permission, boolean> {
  const entries = PERMISSIONS.map((permission) => [permission, canActAs(actor, permission)]);
  return Object.fromEntries(entries) as Record<Permission, boolean>;
}
