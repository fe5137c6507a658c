/** All mail templates by name. Loaded when the first mail is rendered. */
import type { MailTemplate } from "../mail-values";
import { accountClosed, accountClosedMember, userClosed } from "./closed";
import { alreadyRegistered } from "./already-registered";
import { invite } from "./invite";
import { inviteAccepted } from "./invite-accepted";
import { ownershipOffered } from "./ownership-offered";
import { ownershipTaken } from "./ownership-transferred";
import { newSignin } from "./new-signin";
import { backupCodeUsed, passwordChanged, twoFactorOff, twoFactorOn } from "./security-notices";
import { emailChangeAsked } from "./email-change-requested";
import { emailChanged } from "./email-changed";
import { magic } from "./magic";
import { passwordReset } from "./password-reset";
import { reset } from "./reset";
import { networkLinked, networkUnlinked } from "./network-changed";
import { subscriptionStarted } from "./subscription-started";
import { supportMessage } from "./support-message";
import { supportSignedIn } from "./support-signed-in";
import type { Template } from "./template";
import { verify } from "./verify";
import { verifyNew } from "./verify-new";

export const MAIL_TEMPLATES: { [T in MailTemplate]: Template<T> } = {
  verify,
  already_registered: alreadyRegistered,
  new_signin: newSignin,
  magic,
  reset,
  password_reset: passwordReset,
  verify_new: verifyNew,
  email_change_asked: emailChangeAsked,
  email_changed: emailChanged,
  support_message: supportMessage,
  support_signed_in: supportSignedIn,
  subscription_started: subscriptionStarted,
  two_factor_on: twoFactorOn,
  two_factor_off: twoFactorOff,
  backup_code_used: backupCodeUsed,
  password_changed: passwordChanged,
  invite,
  invite_accepted: inviteAccepted,
  ownership_offered: ownershipOffered,
  ownership_taken: ownershipTaken,
  account_closed: accountClosed,
  account_closed_member: accountClosedMember,
  user_closed: userClosed,
  network_linked: networkLinked,
  network_unlinked: networkUnlinked,
};
