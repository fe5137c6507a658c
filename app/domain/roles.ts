/** Who may act as whom. Spec §6. */

export const PERMISSIONS = ["master", "owner", "admin", "developer", "user"] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Roles a membership can have; master is a mark of the person, not of a membership. */
export const ROLES = ["owner", "admin", "developer", "user"] as const;
export type Role = (typeof ROLES)[number];

/** Roles that can be given: there is one owner, and the account is handed over to another. Spec §5, §6. */
export const ASSIGNABLE_ROLES = ["admin", "developer", "user"] as const;
export type AssignableRole = (typeof ASSIGNABLE_ROLES)[number];

const ACTS_AS: Record<Permission, readonly Permission[]> = {
  master: ["master", "owner", "admin", "user"],
  owner: ["owner", "admin", "developer", "user"],
  admin: ["admin", "user"],
  developer: ["developer", "user"],
  user: ["user"],
};

/** Whether somebody of `role` may do what needs `required`. Spec §6; master is no developer. */
export function mayActAs(role: Permission, required: Permission): boolean {
  return ACTS_AS[role].includes(required);
}

/** The map by which navigation entries are shown: each permission, and whether `role` has it. */
export function permissionMap(role: Permission): Record<Permission, boolean> {
  const entries = PERMISSIONS.map((permission) => [permission, mayActAs(role, permission)]);
  return Object.fromEntries(entries) as Record<Permission, boolean>;
}
