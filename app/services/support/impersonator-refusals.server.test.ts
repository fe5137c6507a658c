/** What a master may and may not do as a user. Every operation is listed, so that each new one needs a decision. */
import { expect, test } from "vitest";
import { OPERATIONS } from "../operations.server";

/**
 * Credentials, payments, everything that ends something, and the account's members: a master who could invite themselves
 * would keep access when the impersonation ends.
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

/** Reads, and changes that are easily undone. updateUser itself rejects a new email and a change of support access. */
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

/** Operations for masters. A master cannot act as a master. */
const MASTER_ONLY = ["createImpersonation", "impersonate", "listCustomers", "listPeople"];

const signedInOperations = OPERATIONS.filter(({ access }) => access.permission !== "none");
const listNames = (operations: readonly { name: string }[]) => operations.map(({ name }) => name).sort();

test("operations for the user alone are rejected, and no others", () => {
  expect(listNames(signedInOperations.filter(({ refusesImpersonator }) => refusesImpersonator))).toEqual(
    REFUSED,
  );
});

test("every other operation is in one of the lists", () => {
  const open = signedInOperations.filter(({ refusesImpersonator }) => !refusesImpersonator);
  expect(listNames(open)).toEqual([...ALLOWED, ...MASTER_ONLY].sort());
});
