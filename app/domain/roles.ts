/** Which role includes which permission. */

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

/** Whether `role` includes the `required` permission. Master does not include developer. */
export function canActAs(role: Permission, required: Permission): boolean {
  return ACTS_AS[role].includes(required);
}

/** Maps each permission to whether `role` includes it. The navigation uses it to show entries. */
export function createPermissionMap(role: Permission): Record<Permission, boolean> {
  const entries = PERMISSIONS.map((permission) => [permission, canActAs(role, permission)]);
  return Object.fromEntries(entries) as Record<Permission, boolean>;
}
