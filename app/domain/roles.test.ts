import { expect, test } from "vitest";
import {
  canActAs,
  createPermissionMap,
  PERMISSIONS,
  ROLES,
  toActor,
  type Permission,
  type Role,
} from "./roles";

// Each row is a role, and lists the permissions that it includes.
const ROLE_MATRIX: Record<Role, Permission[]> = {
  owner: ["owner", "admin", "developer", "user"],
  admin: ["admin", "user"],
  developer: ["developer", "user"],
  user: ["user"],
};

// Each row is the membership of a master, and lists the permissions that the master has in that account.
const MASTER_MATRIX: Record<Role, Permission[]> = {
  owner: ["master", "owner", "admin", "developer", "user"],
  admin: ["master", "owner", "admin", "user"],
  developer: ["master", "owner", "admin", "developer", "user"],
  user: ["master", "owner", "admin", "user"],
};

const cells = ROLES.flatMap((role) =>
  PERMISSIONS.map((required) => ({
    role,
    required,
    asMember: ROLE_MATRIX[role].includes(required),
    asMaster: MASTER_MATRIX[role].includes(required),
  })),
);

test.each(cells)("$role acts as $required: $asMember", ({ role, required, asMember }) => {
  expect(canActAs(role, required)).toBe(asMember);
  expect(canActAs(toActor({ role, isMaster: false }), required)).toBe(asMember);
});

test.each(cells)("a master who is $role acts as $required: $asMaster", ({ role, required, asMaster }) => {
  expect(canActAs(toActor({ role, isMaster: true }), required)).toBe(asMaster);
});

test("the permission of a master is master, whatever their membership", () => {
  for (const role of ROLES) expect(toActor({ role, isMaster: true })).toEqual({ permission: "master", role });
});

test("the permission map holds every permission, and true for each that the role includes", () => {
  expect(createPermissionMap("developer")).toEqual({
    master: false,
    owner: false,
    admin: false,
    developer: true,
    user: true,
  });
  expect(createPermissionMap(toActor({ role: "owner", isMaster: true })).developer).toBe(true);
});
