import { expect, test } from "vitest";
import { canActAs, createPermissionMap, PERMISSIONS, type Permission } from "./roles";

// Each row is a role, and lists the permissions that it includes.
const MATRIX: Record<Permission, Permission[]> = {
  master: ["master", "owner", "admin", "user"],
  owner: ["owner", "admin", "developer", "user"],
  admin: ["admin", "user"],
  developer: ["developer", "user"],
  user: ["user"],
};

const cells = PERMISSIONS.flatMap((role) =>
  PERMISSIONS.map((required) => [role, required, MATRIX[role].includes(required)] as const),
);

test.each(cells)("%s acts as %s: %s", (role, required, expected) => {
  expect(canActAs(role, required)).toBe(expected);
});

test("master and admin do not have the developer permission", () => {
  expect(canActAs("master", "developer")).toBe(false);
  expect(canActAs("admin", "developer")).toBe(false);
});

test("the permission map holds every permission, and true for each that the role includes", () => {
  expect(createPermissionMap("developer")).toEqual({
    master: false,
    owner: false,
    admin: false,
    developer: true,
    user: true,
  });
});
