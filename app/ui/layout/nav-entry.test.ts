import { expect, test } from "vitest";
import { ACCOUNT_NAVIGATION } from "~/domain/navigation";
import { permissionMap, PERMISSIONS } from "~/domain/roles";
import { pageRoutes } from "../../../tests/support/page-routes";
import { allowedEntries, isEntryOf, type NavEntry } from "./nav-entry";

const entry = (link: string, permission?: NavEntry["permission"]): NavEntry => ({
  label: link,
  icon: "user",
  link,
  position: "top",
  permission,
});

const ACCOUNT = [
  entry("/profile", "user"),
  entry("/billing", "owner"),
  entry("/keys", "developer"),
  entry("/users", "admin"),
];

const SEEN = {
  master: ["/profile", "/billing", "/users"],
  owner: ["/profile", "/billing", "/keys", "/users"],
  admin: ["/profile", "/users"],
  developer: ["/profile", "/keys"],
  user: ["/profile"],
};

test.each(PERMISSIONS)("entries appear only when the permission map of a %s has their permission", (role) => {
  expect(allowedEntries(ACCOUNT, permissionMap(role)).map(({ link }) => link)).toEqual(SEEN[role]);
});

test("an entry that asks for no permission appears to everybody", () => {
  expect(allowedEntries([entry("/help")], {})).toHaveLength(1);
});

const SCREENS = pageRoutes().filter(({ path, hasScreen }) => hasScreen && path.startsWith("/account/"));

test.each(SCREENS.map(({ path }) => path))("one entry of the account area is marked on %s", (path) => {
  const entries = ACCOUNT_NAVIGATION.filter((item) => isEntryOf(item, path));
  expect(entries).toHaveLength(1);
});
