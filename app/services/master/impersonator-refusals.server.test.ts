/** The operations that a master may and may not run as a user. All are listed, so each new one needs a decision. */
import { expect, test } from "vitest";
import { PRODUCT_OPERATIONS } from "../operations.server";

/**
 * Credentials, payments, everything that ends something, and the account's members: a master who could invite themselves
 * would keep access when the impersonation ends.
 */
const REFUSED = [
  "acceptInvitation",
  "acceptOwnership",
  "addPasskey",
  "assignRoles",
  "changePassword",
  "changePlan",
  "checkInvites",
  "closeAccount",
  "closeUser",
  "createEvent",
  "createInvites",
  "createKey",
  "createSubscription",
  "createWebhookEndpoint",
  "declineOwnership",
  "deleteKeys",
  "deleteWebhookEndpoint",
  "endOtherSessions",
  "endSession",
  "exportMembers",
  "exportUser",
  "getConfirmationOptions",
  "getPasskeyOptions",
  "giveFeedback",
  "linkNetwork",
  "manageMembers",
  "offerOwnership",
  "payInvoices",
  "removeMember",
  "removePasskey",
  "renamePasskey",
  "renewBackupCodes",
  "replayWebhookDelivery",
  "requestVerification",
  "resendInvite",
  "revokeInvite",
  "rotateKey",
  "rotateWebhookSecret",
  "sendTestWebhook",
  "switchAccount",
  "switchTwoFactor",
  "unlinkNetwork",
  "updateBillingDetails",
  "updateCard",
  "updateKey",
  "updateMember",
  "updateNotifications",
  "updateWebhookEndpoint",
  "upgradePlan",
  "verifyAddress",
  "verifyTwoFactor",
  "writeToSupport",
];

/** Reads, and changes that are easily undone. updateUser itself rejects a new email and a change of support access. */
const ALLOWED = [
  "endImpersonation",
  "getBillingDetails",
  "getCard",
  "getDemo",
  "getKey",
  "getKeyUsage",
  "getNetworks",
  "getNotifications",
  "getPasskeys",
  "getPermissions",
  "getSessions",
  "getSubscription",
  "getUsage",
  "getUser",
  "getWebhookEndpoint",
  "listActivity",
  "listInvoices",
  "listKeys",
  "listMembers",
  "listPlans",
  "listScopes",
  "listWebhookDeliveries",
  "listWebhookEndpoints",
  "previewInvoice",
  "removeAvatar",
  "renameAccount",
  "signOut",
  "skipOnboarding",
  "updateChecklist",
  "updateUser",
];

/** Operations for masters. A master cannot act as a master. */
const MASTER_ONLY = [
  ...["createImpersonation", "impersonate", "listCustomers", "listPeople"],
  ...["creditAccount", "listEvents", "listFeedback", "listWebhooks", "refundPayment", "replayWebhook"],
  ...["listJobs", "retryJob", "getOverview", "listAuditLog", "getPerson", "getCustomer", "getHealth"],
  ...["sendPersonVerification", "endPersonSessions", "extendTrial", "compPlan", "closeCustomer"],
  ...["listMails", "retryMails", "answerFeedback"],
  ...["getSite", "setAnnouncement", "removeAnnouncement", "setMaintenance", "setSignUps"],
];

const signedInOperations = PRODUCT_OPERATIONS.filter(({ access }) => access.permission !== "none");
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
