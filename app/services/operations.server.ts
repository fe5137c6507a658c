/** Every operation of the product. The API route, the API's documentation and the tests of permissions read this list. */
import { exportUser } from "./profile/export.server";
import { listActivity } from "./platform/audit/activity.server";
import { renameAccount } from "./people/account.server";
import { updateChecklist } from "./people/first-steps.server";
import { deleteAvatar } from "./people/avatar.server";
import { changePlan, previewInvoice, upgradePlan } from "./billing/plan-changes.server";
import { getUsage } from "./billing/account-usage.server";
import { getBillingDetails, updateBillingDetails } from "./billing/billing-details.server";
import { getCard, updateCard } from "./billing/card.server";
import { listInvoices, payInvoices } from "./billing/invoices.server";
import { createSubscription, getSubscription, listPlans } from "./billing/subscription.server";
import { createKey, rotateKey } from "./keys/create-key.server";
import { getKeyUsage } from "./keys/key-usage.server";
import { deleteKeys, getKey, listKeys, listScopes, updateKey } from "./keys/keys.server";
import { changePassword } from "./identity/change-password.server";
import { closeAccount, closeUser } from "./closing/close.server";
import { getDemo } from "./demo.server";
import { createEvent } from "./platform/audit/events.server";
import { getNotifications, updateNotifications } from "./people/notifications.server";
import { updateNotificationByLink } from "./people/notification-links.server";
import { requestMagicLink, signInByMagicLink } from "./identity/magic-link.server";
import { skipOnboarding } from "./profile/onboarding.server";
import { answerFeedback } from "./support/answer-feedback.server";
import { giveFeedback, listGivenFeedback } from "./support/feedback.server";
import { createImpersonation, endImpersonation, impersonate } from "./support/impersonation.server";
import { listCustomers } from "./support/account-list.server";
import { closeCustomer, compPlan, extendCustomerTrial } from "./support/account-acts.server";
import { getCustomer } from "./support/customer.server";
import { getPerson, listPeople } from "./support/people.server";
import { endPersonSessions, sendPersonVerification } from "./support/person-acts.server";
import { listAuditLog } from "./support/audit-log.server";
import { getOverview } from "./support/overview.server";
import { creditAccount } from "./support/credits.server";
import { refundPayment } from "./support/refunds.server";
import { listUsageEvents } from "./support/usage-events.server";
import { listJobs, retryJob } from "./support/jobs.server";
import { listMails, retryMails } from "./support/mails.server";
import {
  getSite,
  removeAnnouncement,
  setAnnouncement,
  setMaintenance,
  setSignUps,
} from "./support/site.server";
import { listWebhooks, replayWebhook } from "./support/webhooks.server";
import { acceptInvitation, createUser } from "./team/invitation.server";
import { checkInvites } from "./team/check-invites.server";
import { exportMembers } from "./team/export-members.server";
import { createInvites, resendInvite, revokeInvite } from "./team/invites.server";
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
import { signInWithCode } from "./identity/sign-in-code.server";
import { createAccount } from "./identity/sign-up.server";
import { linkNetwork } from "./sign-in/link-network.server";
import { getNetworks, unlinkNetwork } from "./sign-in/networks.server";
import { createSupportMessage } from "./support/support-message.server";
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

export const OPERATIONS: readonly Operation[] = [
  checkAuth,
  signIn,
  signOut,
  switchAccount,
  getSessions,
  endOwnSession,
  endOtherSessions,
  signInWithCode,
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
  updateMember,
  removeMember,
  verifyEmail,
  requestVerification,
  getNetworks,
  linkNetwork,
  unlinkNetwork,
  getPermissions,
  skipOnboarding,
  listPlans,
  createSubscription,
  changePlan,
  upgradePlan,
  previewInvoice,
  getSubscription,
  getUsage,
  getCard,
  updateCard,
  listInvoices,
  payInvoices,
  getBillingDetails,
  updateBillingDetails,
  listMembers,
  exportMembers,
  manageMembers,
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
  listActivity,
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
  listUsageEvents,
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
