/** What a master may and may not do as somebody else. Every operation is here, so that each new one is thought about. */
import { expect, test } from "vitest";
import { OPERATIONS } from "../operations.server";

/**
 * How somebody signs in, what they pay, what ends something, and who is in the account: a master who could invite
 * would stay when the hour is over. Security D9.
 */
const REFUSED = [
  "acceptInvitation",
  "acceptOwnership",
  "changePassword",
  "closeAccount",
  "closeUser",
  "createEvent",
  "createInvites",
  "createSubscription",
  "declineOwnership",
  "endOtherSessions",
  "endSession",
  "exportUser",
  "linkNetwork",
  "offerOwnership",
  "removeMember",
  "renewBackupCodes",
  "requestVerification",
  "switchAccount",
  "switchTwoFactor",
  "unlinkNetwork",
  "updateMember",
  "updateNotifications",
  "verifyAddress",
  "verifyTwoFactor",
  "writeToSupport",
];

/** Reading, and what is easily put right. updateUser refuses a new address and the switch of support by itself. */
const ALLOWED = [
  "endImpersonation",
  "getDemo",
  "getNetworks",
  "getNotifications",
  "getPermissions",
  "getSessions",
  "getSubscription",
  "getUser",
  "listActivity",
  "listMembers",
  "listPlans",
  "removeAvatar",
  "renameAccount",
  "resendInvite",
  "revokeInvite",
  "signOut",
  "skipOnboarding",
  "updateUser",
];

/** Those of masters: the person that a master acts as is never one. */
const CLOSED_ANYWAY = ["createImpersonation", "impersonate", "listCustomers", "listPeople"];

const needsSomebody = OPERATIONS.filter(({ access }) => access.permission !== "none");
const listNames = (operations: readonly { name: string }[]) => operations.map(({ name }) => name).sort();

test("what is the person's alone is refused, and nothing else", () => {
  expect(listNames(needsSomebody.filter(({ refusesImpersonator }) => refusesImpersonator))).toEqual(REFUSED);
});

test("every other operation was thought about", () => {
  const open = needsSomebody.filter(({ refusesImpersonator }) => !refusesImpersonator);
  expect(listNames(open)).toEqual([...ALLOWED, ...CLOSED_ANYWAY].sort());
});
