import { describe, expect, test } from "vitest";
import { OPERATIONS } from "~/services/operations.server";
import { LOCALES, type Locale } from "./locales";
import { PAGES } from "./pages";
import { paths } from "./paths";
import {
  allowsSignUp,
  isAnnounced,
  isOpenInMaintenance,
  OPEN_IN_MAINTENANCE,
  pickAnnouncementText,
  SIGN_UP_MODES,
} from "./site";

const NOW = new Date("2026-11-23T12:00:00.000Z");
/** Also in the languages that a founder adds. */
const NONE = Object.fromEntries(LOCALES.map((locale) => [locale, ""])) as Record<Locale, string>;
const [BEFORE, AFTER] = ["2026-11-23T11:59:59.000Z", "2026-11-23T12:00:01.000Z"];

test.each([
  [null, null, true],
  [BEFORE, null, true],
  [AFTER, null, false],
  [null, AFTER, true],
  [null, BEFORE, false],
  [NOW.toISOString(), AFTER, true],
  [BEFORE, NOW.toISOString(), false],
])("an announcement from %s until %s is shown at noon: %s", (from, until, isShown) => {
  expect(isAnnounced({ from, until }, NOW)).toBe(isShown);
});

test.each([
  ["es", { en: "New", es: "Nuevo" }, "Nuevo"],
  ["es", { en: "New", es: "" }, "New"],
  ["en", { en: "", es: "Nuevo" }, "Nuevo"],
] as const)("a reader of %s gets the announcement %j as %s", (locale, texts, shown) => {
  expect(pickAnnouncementText({ ...NONE, ...texts }, locale)).toBe(shown);
});

test("an invitation lets a new user in unless sign-ups are closed; without one, sign-ups must be open", () => {
  const allowed = (isInvited: boolean) => SIGN_UP_MODES.filter((mode) => allowsSignUp(mode, { isInvited }));
  expect(allowed(true)).toEqual(["open", "invited"]);
  expect(allowed(false)).toEqual(["open"]);
});

describe("during maintenance", () => {
  test("every path that stays open is a page, a call or the provider's webhook", () => {
    const known = [
      ...[...Object.keys(PAGES), ...OPERATIONS.map(({ path }) => path)],
      ...[paths.stripeWebhook, paths.stripeMeterWebhook],
    ];
    expect(OPEN_IN_MAINTENANCE.filter((path) => !known.includes(path))).toEqual([]);
  });

  test.each([
    "/signin",
    "/auth/facebook",
    "/auth/facebook/callback",
    "/api/webhook/stripe",
    "/api/webhook/stripe/meter",
    "/__manifest",
  ])("%s is open", (path) => expect(isOpenInMaintenance(path)).toBe(true));

  test.each([
    "/",
    "/signup",
    "/signin/x",
    "/dashboard",
    "/api/account",
    "/auth/a/b",
    "/api/auth/otp/x",
    "/master",
  ])("%s is closed", (path) => expect(isOpenInMaintenance(path)).toBe(false));
});
