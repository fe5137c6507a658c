/** Every operation of the product. The API route, the API's documentation and the tests of permissions read this list. */
import { OWN_OPERATIONS } from "~/product/operations.server";
import { exportUser } from "./profile/export.server";
import { listAccountAudits } from "./platform/audit/account-audits.server";
import { OWN_FIELD_OPERATIONS } from "./users/own-fields.server";
import { renameAccount } from "./users/account.server";
import { updateChecklist } from "./users/first-steps.server";
import { deleteAvatar } from "./users/avatar.server";
import { changePlan, previewInvoice, upgradePlan } from "./billing/orders/plan-changes.server";
import { getApiCalls } from "./billing/api-calls/account-api-calls.server";
import { getBillingDetails, updateBillingDetails } from "./billing/orders/billing-details.server";
import { getCard, updateCard } from "./billing/orders/card.server";
import { listInvoices, payInvoices } from "./billing/orders/invoices.server";
import { createSubscription, getSubscription, listPlans } from "./billing/orders/subscription.server";
import { createKey, rotateKey } from "./keys/create-key.server";
import { getKeyUsage } from "./keys/key-usage.server";
import { deleteKeys, getKey, listKeys, listScopes, updateKey } from "./keys/keys.server";
import { changePassword } from "./identity/change-password.server";
import { closeAccount, closeUser } from "./closing/close.server";
import { getDemo } from "./demo.server";
import { createEvent } from "./platform/audit/events.server";
import { getNotifications, updateNotifications } from "./users/notifications.server";
import { updateNotificationByLink } from "./users/notification-links.server";
import { requestMagicLink, signInByMagicLink } from "./identity/magic-link.server";
import { skipOnboarding } from "./profile/onboarding.server";
import { answerFeedback } from "./master/answer-feedback.server";
import { giveFeedback, listGivenFeedback } from "./master/feedback.server";
import { createImpersonation, endImpersonation, impersonate } from "./master/impersonation.server";
import { listCustomers } from "./master/account-list.server";
import { closeCustomer, compPlan, extendCustomerTrial } from "./master/account-acts.server";
import { getCustomer } from "./master/customer.server";
import { getPerson, listPeople } from "./master/users.server";
import { endPersonSessions, sendPersonVerification } from "./master/user-acts.server";
import { listAuditLog } from "./master/audit-log.server";
import { getOverview } from "./master/overview.server";
import { creditAccount } from "./master/credits.server";
import { refundPayment } from "./master/refunds.server";
import { listTrackedEvents } from "./master/tracked-events.server";
import { listJobs, retryJob } from "./master/jobs.server";
import { listMails, retryMails } from "./master/mails.server";
import {
  getSite,
  removeAnnouncement,
  setAnnouncement,
  setMaintenance,
  setSignUps,
} from "./master/site.server";
import { listWebhooks, replayWebhook } from "./master/provider-events.server";
import { requestInvite } from "./team/expired-invitation.server";
import { acceptInvitation, createUser } from "./team/invitation.server";
import { checkInvites } from "./team/check-invites.server";
import { exportMembers } from "./team/export-members.server";
import { createInvites, resendInvite, revokeInvite } from "./team/invites.server";
import { assignRoles } from "./team/assign-roles.server";
import { manageMembers } from "./team/manage-several.server";
import { listMembers, removeMember, updateMember } from "./team/members.server";
import { acceptOwnership, declineOwnership, offerOwnership } from "./team/ownership.server";
import {
  createEndpoint,
  deleteEndpoint,
  getWebhookEndpoint,
  listEndpoints,
  rotateSecret,
  updateEndpoint,
} from "./webhooks/endpoints.server";
import { listWebhookDeliveries, replayWebhookDelivery, sendTestEvent } from "./webhooks/deliveries.server";
import type { Operation } from "./platform/operation.server";
import { endOtherSessions, endOwnSession, getSessions, switchAccount } from "./identity/user-sessions.server";
import { requestPasswordReset, resetPassword } from "./identity/password-reset.server";
import { checkAuth, signIn, signOut } from "./sign-in/sign-in.server";
import { getSecondFactorOptions, signInWithCode } from "./identity/sign-in-code.server";
import { getConfirmationOptions } from "./identity/passkey-options.server";
import { getPasskeySignInOptions, signInByPasskey } from "./identity/passkey-sign-in.server";
import {
  addPasskey,
  getPasskeyOptions,
  getPasskeys,
  removePasskey,
  renamePasskey,
} from "./identity/passkeys.server";
import { createAccount } from "./identity/sign-up.server";
import { linkIdentityProvider } from "./sign-in/link-identity-provider.server";
import { getIdentityProviders, unlinkIdentityProvider } from "./sign-in/identity-providers.server";
import { createSupportMessage } from "./profile/support-message.server";
import { renewBackupCodes, setTwoFactor, verifyTwoFactor } from "./identity/two-factor.server";
import { getPermissions, getUser, updateUser } from "./profile/user.server";
import { getSetupDatabase, saveSetupDatabase } from "./setup/database.server";
import { getSetupDomain, saveSetupDomain } from "./setup/domain.server";
import { getSetupMail, saveSetupMail } from "./setup/mail.server";
import { getSetupStripe, saveSetupStripe } from "./setup/stripe.server";
import { getSetupAuthentication, saveSetupAuthentication } from "./setup/authentication.server";
import { finishSetup } from "./setup/finish.server";
import { getHealth } from "./setup/health.server";
import { requestVerification, verifyEmail } from "./identity/verification.server";

/** The product's without what is in app/product/. */
export const PRODUCT_OPERATIONS: readonly Operation[] = [
  checkAuth,
  signIn,
  signOut,
  switchAccount,
  getSessions,
  endOwnSession,
  endOtherSessions,
  signInWithCode,
  getSecondFactorOptions,
  getPasskeySignInOptions,
  signInByPasskey,
  requestMagicLink,
  signInByMagicLink,
  requestPasswordReset,
  resetPassword,
  createAccount,
  renameAccount,
  updateChecklist,
  closeAccount,
  getUser,
  updateUser,
  closeUser,
  deleteAvatar,
  changePassword,
  setTwoFactor,
  verifyTwoFactor,
  renewBackupCodes,
  exportUser,
  createUser,
  requestInvite,
  updateMember,
  removeMember,
  verifyEmail,
  requestVerification,
  getIdentityProviders,
  linkIdentityProvider,
  unlinkIdentityProvider,
  getPasskeys,
  getPasskeyOptions,
  getConfirmationOptions,
  addPasskey,
  renamePasskey,
  removePasskey,
  getPermissions,
  skipOnboarding,
  listPlans,
  createSubscription,
  changePlan,
  upgradePlan,
  previewInvoice,
  getSubscription,
  getApiCalls,
  getCard,
  updateCard,
  listInvoices,
  payInvoices,
  getBillingDetails,
  updateBillingDetails,
  listMembers,
  exportMembers,
  manageMembers,
  assignRoles,
  createInvites,
  checkInvites,
  acceptInvitation,
  resendInvite,
  revokeInvite,
  offerOwnership,
  acceptOwnership,
  declineOwnership,
  listKeys,
  createKey,
  deleteKeys,
  listScopes,
  getKey,
  updateKey,
  rotateKey,
  getKeyUsage,
  listEndpoints,
  createEndpoint,
  getWebhookEndpoint,
  updateEndpoint,
  deleteEndpoint,
  rotateSecret,
  sendTestEvent,
  listWebhookDeliveries,
  replayWebhookDelivery,
  getNotifications,
  updateNotifications,
  updateNotificationByLink,
  listAccountAudits,
  createSupportMessage,
  giveFeedback,
  impersonate,
  endImpersonation,
  getOverview,
  listAuditLog,
  listPeople,
  getPerson,
  sendPersonVerification,
  endPersonSessions,
  listCustomers,
  getCustomer,
  extendCustomerTrial,
  compPlan,
  closeCustomer,
  listWebhooks,
  replayWebhook,
  listJobs,
  retryJob,
  listMails,
  retryMails,
  answerFeedback,
  getSite,
  setAnnouncement,
  removeAnnouncement,
  setMaintenance,
  setSignUps,
  listGivenFeedback,
  listTrackedEvents,
  refundPayment,
  creditAccount,
  createImpersonation,
  getDemo,
  createEvent,
  getSetupDatabase,
  saveSetupDatabase,
  getSetupStripe,
  saveSetupStripe,
  getSetupMail,
  saveSetupMail,
  getSetupDomain,
  saveSetupDomain,
  getSetupAuthentication,
  saveSetupAuthentication,
  finishSetup,
  getHealth,
];

export const OPERATIONS: readonly Operation[] = [
  ...PRODUCT_OPERATIONS,
  ...OWN_FIELD_OPERATIONS,
  ...OWN_OPERATIONS,
];
