import { describe, expect, test } from "vitest";
import { getPathAfterSignIn, getRedirectPath, type AccessState } from "./guard";
import { findPagePolicy, PAGES } from "./pages";
import type { PagePath } from "./paths";
import { ROLES, toActor } from "./roles";

const owner: AccessState = {
  permission: "owner",
  role: "owner",
  isVerified: true,
  isOnboarded: true,
  hasPlan: true,
  isOverLimit: false,
  subscription: "active",
};
const unverified: AccessState = { ...owner, isVerified: false, hasPlan: false, subscription: null };
const withoutPlan: AccessState = { ...owner, hasPlan: false, subscription: null };
const lapsed: AccessState = { ...owner, subscription: "requires_payment_method" };

describe("route guard", () => {
  test("a visitor without a session goes to /signin", () => {
    expect(getRedirectPath(null, "/dashboard")).toBe("/signin");
    expect(getRedirectPath(null, "/signup/verify")).toBe("/signin");
  });

  test("a user without the permission goes to /signin", () => {
    expect(
      getRedirectPath({ ...owner, ...toActor({ role: "developer", isMaster: false }) }, "/account/billing"),
    ).toBe("/signin");
    expect(
      getRedirectPath({ ...owner, ...toActor({ role: "user", isMaster: false }) }, "/account/billing"),
    ).toBe("/signin");
  });

  test("an unverified user is sent to /signup/verify, except on /account/profile", () => {
    expect(getRedirectPath(unverified, "/dashboard")).toBe("/signup/verify");
    expect(getRedirectPath(unverified, "/account")).toBe("/signup/verify");
    expect(getRedirectPath(unverified, "/signup/plan")).toBe("/signup/verify");
    expect(getRedirectPath(unverified, "/account/profile")).toBeNull();
    expect(getRedirectPath(unverified, "/signup/verify")).toBeNull();
  });

  test("a verified user without a plan goes to /signup/plan", () => {
    expect(getRedirectPath(withoutPlan, "/dashboard")).toBe("/signup/plan");
    expect(getRedirectPath(withoutPlan, "/account")).toBe("/signup/plan");
    expect(getRedirectPath(withoutPlan, "/signup/plan")).toBeNull();
  });

  test("a member of an account without a plan goes to /signup/waiting, because only the owner chooses one", () => {
    const member: AccessState = { ...withoutPlan, ...toActor({ role: "user", isMaster: false }) };
    expect(getRedirectPath(member, "/dashboard")).toBe("/signup/waiting");
    expect(getRedirectPath(member, "/signup/plan")).toBe("/signup/waiting");
    expect(getRedirectPath(member, "/signup/waiting")).toBeNull();
  });

  test.each(["requires_payment_method", "requires_action", "canceled"] as const)(
    "a subscription that is %s goes to /account/billing, except on billing, plan and account pages",
    (subscription) => {
      const accessState = { ...owner, subscription };
      expect(getRedirectPath(accessState, "/dashboard")).toBe("/account/billing");
      expect(getRedirectPath(accessState, "/help")).toBe("/account/billing");
      expect(getRedirectPath(accessState, "/account/billing")).toBeNull();
      expect(getRedirectPath(accessState, "/signup/plan")).toBeNull();
      expect(getRedirectPath(accessState, "/account")).toBeNull();
      expect(getRedirectPath(accessState, "/account/profile")).toBeNull();
    },
  );

  test("every account page stays open to a lapsed owner", () => {
    const accountPages = (Object.keys(PAGES) as PagePath[]).filter((path) => /^\/account(?:\/|$)/.test(path));
    expect(accountPages.length).toBeGreaterThan(20);
    for (const path of accountPages) expect([path, getRedirectPath(lapsed, path)]).toEqual([path, null]);
  });

  test.each(["active", "trialing"] as const)(
    "a subscription that is %s lets everything through",
    (subscription) => {
      expect(getRedirectPath({ ...owner, subscription }, "/dashboard")).toBeNull();
    },
  );

  test("a master opens a developer's pages only where their membership is owner or developer", () => {
    const master = { ...owner, permission: "master" } as const;
    for (const role of ["owner", "developer"] as const)
      expect(getRedirectPath({ ...master, role }, "/account/apikeys")).toBeNull();
    for (const role of ["admin", "user"] as const)
      expect(getRedirectPath({ ...master, role }, "/account/apikeys")).toBe("/signin");
  });

  test("a master needs no active subscription", () => {
    expect(getRedirectPath({ ...lapsed, permission: "master" }, "/dashboard")).toBeNull();
  });

  test("a verified user on /signup/verify goes to /dashboard", () => {
    expect(getRedirectPath(owner, "/signup/verify")).toBe("/dashboard");
  });

  test("a path without a page has no policy", () => {
    expect(findPagePolicy("/forgotten")).toBeUndefined();
    expect(findPagePolicy("constructor")).toBeUndefined();
  });
});

describe("after sign-in", () => {
  test("an unverified user goes to /signup/verify", () => {
    expect(getPathAfterSignIn(unverified)).toBe("/signup/verify");
  });
  test("an owner without a plan goes to /signup/plan", () => {
    expect(getPathAfterSignIn(withoutPlan)).toBe("/signup/plan");
  });
  test("a user who is no master goes to /welcome until onboarded, and then to /dashboard", () => {
    expect(getPathAfterSignIn({ ...owner, isOnboarded: false })).toBe("/welcome");
    expect(getPathAfterSignIn(owner)).toBe("/dashboard");
  });
});

test("for every role, state and page, the redirects end after at most three", () => {
  const states: AccessState[] = [owner, unverified, withoutPlan, lapsed, { ...owner, isOnboarded: false }];
  const actors = ROLES.flatMap((role) => [true, false].map((isMaster) => toActor({ role, isMaster })));
  for (const actor of actors) {
    for (const state of states) {
      for (const page of Object.keys(PAGES) as PagePath[])
        expect(countRedirects({ ...state, ...actor }, page)).toBeLessThanOrEqual(3);
    }
  }
});

/** Counts the redirects until a page shows. The sign-in page redirects a signed-in visitor. */
function countRedirects(accessState: AccessState, start: PagePath): number {
  let page = start;
  for (let count = 0; count <= 4; count += 1) {
    const next = page === "/signin" ? getPathAfterSignIn(accessState) : getRedirectPath(accessState, page);
    if (next === null) return count;
    page = next;
  }
  return Infinity;
}
