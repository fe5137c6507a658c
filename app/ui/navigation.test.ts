import { expect, test } from "vitest";
import { ACCOUNT_NAVIGATION } from "~/domain/navigation";
import { ACTS } from "~/domain/navigation-acts";
import { createPermissionMap, toActor } from "~/domain/roles";
import common from "~/i18n/en/common.json";
import { listPageRoutes } from "../../tests/support/page-routes";
import { filterAllowedEntries, isEntryForPath, type NavEntry } from "./navigation";

const title: Readonly<Record<string, string>> = common.title;

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

const MASTER_USER = toActor({ role: "user", isMaster: true });
const MASTER_OWNER = toActor({ role: "owner", isMaster: true });

test.each([
  ["a master who is a user", MASTER_USER, ["/profile", "/billing", "/users"]],
  ["a master who is the owner", MASTER_OWNER, ["/profile", "/billing", "/keys", "/users"]],
  ["an owner", "owner", ["/profile", "/billing", "/keys", "/users"]],
  ["an admin", "admin", ["/profile", "/users"]],
  ["a developer", "developer", ["/profile", "/keys"]],
  ["a user", "user", ["/profile"]],
] as const)(
  "entries appear only when the permission map of %s has their permission",
  (_name, actor, links) => {
    const shown = filterAllowedEntries(ACCOUNT, createPermissionMap(actor));
    expect(shown.map(({ link }) => link)).toEqual(links);
  },
);

test.each([
  ["an owner", "owner", ["Create API key", "Invite members", "Change plan"]],
  ["an admin", "admin", ["Invite members"]],
  ["a developer", "developer", ["Create API key"]],
  ["a user", "user", []],
] as const)("the acts of the palette are those that %s may do", (_name, role, names) => {
  const entries = ACTS.map((act) => ({
    ...act,
    label: title[act.label.slice("common:title.".length)] ?? "",
  }));
  const shown = filterAllowedEntries(entries, createPermissionMap(role));
  expect(shown.map(({ label }) => label)).toEqual(names);
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
