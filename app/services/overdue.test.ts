// The operations left to an owner while the subscription is overdue: read, pay, manage the account and its people.
import { describe, expect, test } from "vitest";
import { AppError } from "~/domain/errors";
import type { SubscriptionStatus } from "~/domain/plans";
import {
  buildAccount,
  buildMembership,
  buildSession,
  buildSubscription,
  buildUser,
} from "../../tests/stores/rows";
import { OPERATIONS, PRODUCT_OPERATIONS } from "./operations.server";
import { requireAccess, type Requester } from "./platform/access.server";
import { toViewer } from "./platform/viewer.server";

const OVERDUE: readonly SubscriptionStatus[] = ["requires_payment_method", "requires_action", "canceled"];

/** The operations that use the product, and therefore answer 402 with the plan to pay for. */
const STOPPED = [
  "createInvites",
  "checkInvites",
  "resendInvite",
  "getDemo",
  "createKey",
  "rotateKey",
  ...["createWebhookEndpoint", "rotateWebhookSecret", "sendTestWebhook", "replayWebhookDelivery"],
];

/** Only masters may call these. */
const FOR_MASTERS = [
  ...["impersonate", "listPeople", "listCustomers", "createImpersonation"],
  ...["listWebhooks", "replayWebhook", "refundPayment", "creditAccount", "listFeedback", "listEvents"],
  ...["listJobs", "retryJob", "getOverview", "listAuditLog", "getPerson", "getCustomer", "getHealth"],
  ...["sendPersonVerification", "endPersonSessions", "extendTrial", "compPlan", "closeCustomer"],
  ...["listMails", "retryMails", "answerFeedback"],
  ...["getSite", "setAnnouncement", "removeAnnouncement", "setMaintenance", "setSignUps"],
];

/** Everything else: signing in and out, the user's own data, members, billing and closing. */
const OPEN = [
  ...["checkAuth", "signIn", "signOut", "switchAccount", "getSessions", "endSession", "endOtherSessions"],
  ...["signInWithCode", "requestMagicLink", "signInByMagicLink", "requestPasswordReset", "resetPassword"],
  ...["getSecondFactorOptions", "getPasskeySignInOptions", "signInByPasskey", "getConfirmationOptions"],
  ...["getPasskeys", "getPasskeyOptions", "addPasskey", "renamePasskey", "removePasskey"],
  ...["createAccount", "renameAccount", "closeAccount", "getUser", "updateUser", "closeUser", "removeAvatar"],
  ...["changePassword", "switchTwoFactor", "verifyTwoFactor", "renewBackupCodes", "exportUser", "createUser"],
  ...[
    "updateMember",
    "removeMember",
    "requestInvite",
    "verifyAddress",
    "requestVerification",
    "getNetworks",
    "linkNetwork",
  ],
  ...[
    "unlinkNetwork",
    "getPermissions",
    "skipOnboarding",
    "updateChecklist",
    "listMembers",
    "acceptInvitation",
    "revokeInvite",
  ],
  ...["exportMembers", "manageMembers", "assignRoles"],
  ...["offerOwnership", "acceptOwnership", "declineOwnership", "getNotifications", "updateNotifications"],
  "updateNotificationByLink",
  ...["listActivity", "writeToSupport", "endImpersonation", "createEvent", "giveFeedback"],
  ...["listKeys", "getKey", "getKeyUsage", "listScopes", "updateKey", "deleteKeys"],
  ...["listWebhookEndpoints", "getWebhookEndpoint", "listWebhookDeliveries"],
  ...["updateWebhookEndpoint", "deleteWebhookEndpoint"],
  // Setup is closed by then, or asks for its own token.
  ...["getSetupDatabase", "saveSetupDatabase", "getSetupDomain", "saveSetupDomain"],
  ...["getSetupStripe", "saveSetupStripe", "getSetupMail", "saveSetupMail"],
  ...["getSetupAuthentication", "saveSetupAuthentication", "finishSetup"],
  // Reading billing, and paying.
  ...["listPlans", "createSubscription", "changePlan", "upgradePlan", "previewInvoice", "getSubscription"],
  ...["getUsage", "getCard", "updateCard", "listInvoices", "payInvoices", "getBillingDetails"],
  "updateBillingDetails",
];

const NAMES = PRODUCT_OPERATIONS.map(({ name }) => name);

function makeOverdueOwner(status: SubscriptionStatus) {
  return toViewer({
    plan: null,
    session: buildSession(),
    user: buildUser({ verifiedAt: new Date(), onboardedAt: new Date() }),
    account: buildAccount(),
    membership: buildMembership({ role: "owner" }),
    accountCount: 1,
    subscription: buildSubscription({ planId: "pro", status }),
  });
}

/** 200 when the operation would run, else the status and the plan of the refusal. */
async function getAnswer(name: string, status: SubscriptionStatus): Promise<[number, string?]> {
  const operation = OPERATIONS.find((candidate) => candidate.name === name);
  if (!operation) throw new Error(`there is no operation ${name}`);
  try {
    const viewer = makeOverdueOwner(status);
    // Only an account over its limit is looked up.
    const app = { store: {} as Requester["app"]["store"] };
    await requireAccess(operation, { app, viewer, cookieHash: viewer.session.tokenHash });
    return [200];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.detail.plan === undefined ? [error.status] : [error.status, error.detail.plan];
  }
}

test("every operation is listed with its answer", () => {
  expect([...STOPPED, ...FOR_MASTERS, ...OPEN].sort()).toEqual([...NAMES].sort());
});

describe.each(OVERDUE)("an owner whose subscription is %s", (status) => {
  test.each(STOPPED)("%s answers 402 with the account's plan", async (name) => {
    expect(await getAnswer(name, status)).toEqual([402, "pro"]);
  });
  test.each(OPEN)("%s is open", async (name) => {
    expect(await getAnswer(name, status)).toEqual([200]);
  });
  test.each(FOR_MASTERS)("%s answers 403, or is public", async (name) => {
    expect([200, 403]).toContain((await getAnswer(name, status))[0]);
  });
});
