/** Every operation of the product: the documentation, the permission matrix and the route test read this list. */
import { exportUser } from "./profile/export.server";
import { listActivity } from "./records/activity.server";
import { renameAccount } from "./profile/account.server";
import { removeAvatar } from "./profile/avatar.server";
import { createSubscription, getSubscription, listPlans } from "./billing/subscription.server";
import { changePassword } from "./identity/change-password.server";
import { closeAccount, closeUser } from "./profile/closing.server";
import { getDemo } from "./demo.server";
import { createEvent } from "./records/events.server";
import { getNotifications, updateNotifications } from "./profile/notifications.server";
import { requestMagicLink, signInByMagicLink } from "./identity/magic.server";
import { skipOnboarding } from "./profile/onboarding.server";
import { createImpersonation, endImpersonation, impersonate } from "./master/impersonation.server";
import { listCustomers, listPeople } from "./master/mission-control.server";
import { acceptInvitation, createUser } from "./team/invitation.server";
import { createInvites, resendInvite, revokeInvite } from "./team/invites.server";
import { listMembers, removeMember, updateMember } from "./team/members.server";
import { acceptOwnership, declineOwnership, offerOwnership } from "./team/ownership.server";
import type { Operation } from "./operation.server";
import { endOtherSessions, endOwnSession, getSessions } from "./identity/session-list.server";
import { requestPasswordReset, resetPassword } from "./identity/password-reset.server";
import { checkAuth, signIn, signOut } from "./identity/sign-in.server";
import { signInWithCode } from "./identity/sign-in-code.server";
import { createAccount } from "./identity/sign-up.server";
import { getNetworks, linkNetwork, unlinkNetwork } from "./social/networks.server";
import { writeToSupport } from "./support.server";
import { switchAccount } from "./identity/switch-account.server";
import { renewBackupCodes, switchTwoFactor, verifyTwoFactor } from "./identity/two-factor.server";
import { getPermissions, getUser, updateUser } from "./profile/user.server";
import { requestVerification, verifyAddress } from "./identity/verification.server";

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
  removeAvatar,
  changePassword,
  switchTwoFactor,
  verifyTwoFactor,
  renewBackupCodes,
  exportUser,
  createUser,
  updateMember,
  removeMember,
  verifyAddress,
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
  writeToSupport,
  impersonate,
  endImpersonation,
  listPeople,
  listCustomers,
  createImpersonation,
  getDemo,
  createEvent,
];
