import { describe, expect, test } from "vitest";
import { afterSignIn, whereTo, type Standing } from "./guard";
import { findPagePolicy, PAGES, type PagePath } from "./pages";
import { PERMISSIONS } from "./roles";

const owner: Standing = {
  permission: "owner",
  isVerified: true,
  isOnboarded: true,
  hasPlan: true,
  subscription: "active",
};
const unverified: Standing = { ...owner, isVerified: false, hasPlan: false, subscription: null };
const withoutPlan: Standing = { ...owner, hasPlan: false, subscription: null };
const lapsed: Standing = { ...owner, subscription: "requires_payment_method" };

describe("route guard", () => {
  test("no token goes to /signin", () => {
    expect(whereTo(null, "/dashboard")).toBe("/signin");
    expect(whereTo(null, "/signup/verify")).toBe("/signin");
  });

  test("insufficient permission goes to /signin", () => {
    expect(whereTo({ ...owner, permission: "developer" }, "/account/billing")).toBe("/signin");
    expect(whereTo({ ...owner, permission: "user" }, "/account/billing")).toBe("/signin");
  });

  test("an unverified user is sent to /signup/verify, except on /account/profile", () => {
    expect(whereTo(unverified, "/dashboard")).toBe("/signup/verify");
    expect(whereTo(unverified, "/account")).toBe("/signup/verify");
    expect(whereTo(unverified, "/signup/plan")).toBe("/signup/verify");
    expect(whereTo(unverified, "/account/profile")).toBeNull();
    expect(whereTo(unverified, "/signup/verify")).toBeNull();
  });

  test("a verified user without a plan goes to /signup/plan", () => {
    expect(whereTo(withoutPlan, "/dashboard")).toBe("/signup/plan");
    expect(whereTo(withoutPlan, "/account")).toBe("/signup/plan");
    expect(whereTo(withoutPlan, "/signup/plan")).toBeNull();
  });

  test("a plain member of an account without a plan is told that the owner must choose one", () => {
    const member: Standing = { ...withoutPlan, permission: "user" };
    expect(whereTo(member, "/dashboard")).toBe("/signup/waiting");
    expect(whereTo(member, "/signup/plan")).toBe("/signup/waiting");
    expect(whereTo(member, "/signup/waiting")).toBeNull();
  });

  test.each(["requires_payment_method", "requires_action", "canceled"] as const)(
    "a subscription that is %s goes to /account/billing, except on billing, plan and account pages",
    (subscription) => {
      const standing = { ...owner, subscription };
      expect(whereTo(standing, "/dashboard")).toBe("/account/billing");
      expect(whereTo(standing, "/help")).toBe("/account/billing");
      expect(whereTo(standing, "/account/billing")).toBeNull();
      expect(whereTo(standing, "/signup/plan")).toBeNull();
      expect(whereTo(standing, "/account")).toBeNull();
      expect(whereTo(standing, "/account/profile")).toBeNull();
    },
  );

  test.each(["active", "trialing"] as const)(
    "a subscription that is %s lets everything through",
    (subscription) => {
      expect(whereTo({ ...owner, subscription }, "/dashboard")).toBeNull();
    },
  );

  test("master skips the subscription-status redirect", () => {
    expect(whereTo({ ...lapsed, permission: "master" }, "/dashboard")).toBeNull();
  });

  test("a verified user on /signup/verify goes to /dashboard", () => {
    expect(whereTo(owner, "/signup/verify")).toBe("/dashboard");
  });

  test("a path that is no page has no policy", () => {
    expect(findPagePolicy("/forgotten")).toBeUndefined();
    expect(findPagePolicy("constructor")).toBeUndefined();
  });
});

describe("after sign-in", () => {
  test("not verified goes to /signup/verify", () => {
    expect(afterSignIn(unverified)).toBe("/signup/verify");
  });
  test("no plan goes to /signup/plan", () => {
    expect(afterSignIn(withoutPlan)).toBe("/signup/plan");
  });
  test("otherwise /welcome if not onboarded, else /dashboard", () => {
    expect(afterSignIn({ ...owner, isOnboarded: false })).toBe("/welcome");
    expect(afterSignIn(owner)).toBe("/dashboard");
  });
});

test("no chain of redirects is longer than three or a loop, for any role and state on any page", () => {
  const states: Standing[] = [owner, unverified, withoutPlan, lapsed, { ...owner, isOnboarded: false }];
  for (const permission of PERMISSIONS) {
    for (const state of states) {
      for (const page of Object.keys(PAGES) as PagePath[])
        expect(hops({ ...state, permission }, page)).toBeLessThanOrEqual(3);
    }
  }
});

/** How many redirects it takes until a page shows; the sign-in page sends a signed-in visitor on. */
function hops(standing: Standing, start: PagePath): number {
  let page = start;
  for (let count = 0; count <= 4; count += 1) {
    const next = page === "/signin" ? afterSignIn(standing) : whereTo(standing, page);
    if (next === null) return count;
    page = next;
  }
  return Infinity;
}
