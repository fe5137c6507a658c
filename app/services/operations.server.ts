/** Every operation of the product: the documentation, the permission matrix and the route test read this list. */
import { exportUser } from "./export.server";
import { listActivity } from "./activity.server";
import { renameAccount } from "./account.server";
import { removeAvatar } from "./avatar.server";
import { createSubscription, getSubscription, listPlans } from "./billing.server";
import { changePassword } from "./change-password.server";
import { closeAccount, closeUser } from "./closing.server";
import { getDemo } from "./demo.server";
import { createEvent } from "./events.server";
import { getNotifications, updateNotifications } from "./notifications.server";
import { requestMagicLink, signInByMagicLink } from "./magic.server";
import { skipOnboarding } from "./onboarding.server";
import { createImpersonation, endImpersonation, impersonate } from "./impersonation.server";
import { listCustomers, listPeople } from "./master.server";
import { acceptInvitation, createUser } from "./invitation.server";
import { createInvites, resendInvite, revokeInvite } from "./invites.server";
import { listMembers, removeMember, updateMember } from "./members.server";
import { acceptOwnership, declineOwnership, offerOwnership } from "./ownership.server";
import type { Operation } from "./operation.server";
import { endOtherSessions, endOwnSession, getSessions } from "./session-list.server";
import { requestPasswordReset, resetPassword } from "./password-reset.server";
import { checkAuth, signIn, signOut } from "./sign-in.server";
import { signInWithCode } from "./sign-in-code.server";
import { createAccount } from "./sign-up.server";
import { getNetworks, linkNetwork, unlinkNetwork } from "./social/networks.server";
import { writeToSupport } from "./support.server";
import { switchAccount } from "./switch-account.server";
import { renewBackupCodes, switchTwoFactor, verifyTwoFactor } from "./two-factor.server";
import { getPermissions, getUser, updateUser } from "./user.server";
import { requestVerification, verifyAddress } from "./verification.server";

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
