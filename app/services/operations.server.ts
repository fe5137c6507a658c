/** Every operation of the product. The API route, the API's documentation and the tests of permissions read this list. */
import { exportUser } from "./profile/export.server";
import { listActivity } from "./platform/audit/activity.server";
import { renameAccount } from "./people/account.server";
import { deleteAvatar } from "./people/avatar.server";
import { createSubscription, getSubscription, listPlans } from "./billing/subscription.server";
import { changePassword } from "./identity/change-password.server";
import { closeAccount, closeUser } from "./closing/close.server";
import { getDemo } from "./demo.server";
import { createEvent } from "./platform/audit/events.server";
import { getNotifications, updateNotifications } from "./people/notifications.server";
import { requestMagicLink, signInByMagicLink } from "./identity/magic-link.server";
import { skipOnboarding } from "./profile/onboarding.server";
import { createImpersonation, endImpersonation, impersonate } from "./support/impersonation.server";
import { listCustomers, listPeople } from "./support/mission-control.server";
import { acceptInvitation, createUser } from "./team/invitation.server";
import { createInvites, resendInvite, revokeInvite } from "./team/invites.server";
import { listMembers, removeMember, updateMember } from "./team/members.server";
import { acceptOwnership, declineOwnership, offerOwnership } from "./team/ownership.server";
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
  getSubscription,
  listMembers,
  createInvites,
  acceptInvitation,
  resendInvite,
  revokeInvite,
  offerOwnership,
  acceptOwnership,
  declineOwnership,
  getNotifications,
  updateNotifications,
  listActivity,
  createSupportMessage,
  impersonate,
  endImpersonation,
  listPeople,
  listCustomers,
  createImpersonation,
  getDemo,
  createEvent,
];
