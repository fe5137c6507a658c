import { expect, test } from "vitest";
import { ACCOUNT_NAVIGATION } from "~/domain/navigation";
import { createPermissionMap, PERMISSIONS } from "~/domain/roles";
import { listPageRoutes } from "../../../tests/support/page-routes";
import { filterAllowedEntries, isEntryForPath, type NavEntry } from "./nav-entry";

const createEntry = (link: string, permission?: NavEntry["permission"]): NavEntry => ({
  label: link,
  icon: "user",
  link,
  position: "top",
  permission,
});

const ACCOUNT = [
  createEntry("/profile", "user"),
  createEntry("/billing", "owner"),
  createEntry("/keys", "developer"),
  createEntry("/users", "admin"),
];

const SEEN = {
  master: ["/profile", "/billing", "/users"],
  owner: ["/profile", "/billing", "/keys", "/users"],
  admin: ["/profile", "/users"],
  developer: ["/profile", "/keys"],
  user: ["/profile"],
};

test.each(PERMISSIONS)("entries appear only when the permission map of a %s has their permission", (role) => {
  expect(filterAllowedEntries(ACCOUNT, createPermissionMap(role)).map(({ link }) => link)).toEqual(
    SEEN[role],
  );
});

test("an entry that asks for no permission appears to everybody", () => {
  expect(filterAllowedEntries([createEntry("/help")], {})).toHaveLength(1);
});

const SCREENS = listPageRoutes().filter(({ path, hasScreen }) => hasScreen && path.startsWith("/account/"));

test.each(SCREENS.map(({ path }) => path))("one entry of the account area is marked on %s", (path) => {
  const entries = ACCOUNT_NAVIGATION.filter((item) => isEntryForPath(item, path));
  expect(entries).toHaveLength(1);
});
