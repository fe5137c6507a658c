/** The access state, which is made with the viewer: everything in a request goes by the same. */
import { describe, expect, test } from "vitest";
import {
  buildAccount,
  buildMembership,
  buildSession,
  buildSubscription,
  buildUser,
} from "../../../tests/stores/rows";
import type { ViewerRow } from "~/models/viewer.server";
import { isLapsed, toViewer } from "./viewer.server";

const NOW = new Date("2026-03-04T05:06:07.089Z");

const makeViewer = (changes: Partial<ViewerRow> = {}) =>
  toViewer({
    session: buildSession(),
    user: buildUser({ verifiedAt: NOW, onboardedAt: NOW }),
    account: buildAccount(),
    membership: buildMembership({ role: "admin" }),
    accountCount: 1,
    subscription: buildSubscription({ planId: "pro", status: "active" }),
    plan: null,
    ...changes,
  });

describe("the access state of a session's viewer", () => {
  test("names the role, the user's state and the account's subscription", () => {
    expect(makeViewer().accessState).toEqual({
      permission: "admin",
      role: "admin",
      isVerified: true,
      isOnboarded: true,
      hasPlan: true,
      subscription: "active",
      isOverLimit: false,
    });
  });

  test("of a master keeps the role of the membership", () => {
    const { accessState, permission } = makeViewer({ user: buildUser({ isMaster: true }) });
    expect([accessState.permission, accessState.role, permission]).toEqual(["master", "admin", "master"]);
  });

  test("without a plan has no subscription either, also where the provider knows the customer", () => {
    for (const subscription of [null, buildSubscription({ planId: null, status: "active" })])
      expect(makeViewer({ subscription }).accessState).toMatchObject({ hasPlan: false, subscription: null });
  });

  test("with a pending email is not verified", () => {
    const user = buildUser({ verifiedAt: NOW, pendingEmail: "new@example.com" });
    expect(makeViewer({ user }).accessState.isVerified).toBe(false);
  });

  test("over the limit of the plan, the account is lapsed", () => {
    const viewer = makeViewer({ account: buildAccount({ overLimitAt: NOW }) });
    expect([viewer.accessState.isOverLimit, isLapsed(viewer), isLapsed(makeViewer())]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
