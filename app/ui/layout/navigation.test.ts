import { expect, test } from "vitest";
import { ACCOUNT_NAVIGATION } from "~/domain/navigation";
import { createPermissionMap, PERMISSIONS } from "~/domain/roles";
import { listPageRoutes } from "../../../tests/support/page-routes";
import { filterAllowedEntries, isEntryForPath, type NavEntry } from "./navigation";

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

const VISIBLE = {
  master: ["/profile", "/billing", "/users"],
  owner: ["/profile", "/billing", "/keys", "/users"],
  admin: ["/profile", "/users"],
  developer: ["/profile", "/keys"],
  user: ["/profile"],
};

test.each(PERMISSIONS)("entries appear only when the permission map of a %s has their permission", (role) => {
  expect(filterAllowedEntries(ACCOUNT, createPermissionMap(role)).map(({ link }) => link)).toEqual(
    VISIBLE[role],
  );
});

test("an entry without a permission appears to every user", () => {
  expect(filterAllowedEntries([createEntry("/help")], {})).toHaveLength(1);
});

const ACCOUNT_PAGES = listPageRoutes().filter(
  ({ path, hasScreen }) => hasScreen && path.startsWith("/account/"),
);

test.each(ACCOUNT_PAGES.map(({ path }) => path))(
  "exactly one entry of the account area is current on %s",
  (path) => {
    const entries = ACCOUNT_NAVIGATION.filter((item) => isEntryForPath(item, path));
    expect(entries).toHaveLength(1);
  },
);
