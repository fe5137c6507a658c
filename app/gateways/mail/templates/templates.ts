/** All mail templates by name. Loaded when the first mail is rendered. */
import { OWN_MAIL_TEMPLATES } from "~/product/mail-templates";
import type { MailTemplate, Template } from "../mail-values";
import { billingDiffers } from "./billing-differs";
import { cardUpdated } from "./card-updated";
import { accountClosed, accountClosedBySupport, accountClosedMember, userClosed } from "./closed";
import { emailChangeAsked, emailChanged, verifyNew } from "./email-change";
import { feedbackAnswer } from "./feedback-answer";
import { invite, inviteAccepted, inviteRequested } from "./invitations";
import { magic, passwordReset, reset } from "./mailed-links";
import { memberLimit } from "./member-limit";
import { keyExpiring } from "./key-expiring";
import { identityProviderLinked, identityProviderUnlinked } from "./identity-provider-changed";
import { newSignin } from "./new-signin";
import { ownershipOffered, ownershipTaken } from "./ownership";
import { paymentDisputed } from "./payment-disputed";
import { paymentAction, paymentFailed, subscriptionEnded } from "./payment-problems";
import { planUpdated } from "./plan-updated";
import { receipt } from "./receipt";
import {
  backupCodeUsed,
  passkeyAdded,
  passkeyCloned,
  passkeyRemoved,
  passwordChanged,
  setupReopened,
  twoFactorOff,
  twoFactorOn,
} from "./security-notices";
import { alreadyRegistered, verify } from "./sign-up";
import { subscriptionStarted } from "./subscription-started";
import { supportMessage } from "./support-message";
import { supportSignedIn } from "./support-signed-in";
import { trialEnding } from "./trial-ending";
import { webhookDisabled } from "./webhook-disabled";

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
  feedback_answer: feedbackAnswer,
  support_signed_in: supportSignedIn,
  subscription_started: subscriptionStarted,
  two_factor_on: twoFactorOn,
  two_factor_off: twoFactorOff,
  backup_code_used: backupCodeUsed,
  password_changed: passwordChanged,
  setup_reopened: setupReopened,
  invite,
  invite_accepted: inviteAccepted,
  invite_requested: inviteRequested,
  ownership_offered: ownershipOffered,
  ownership_taken: ownershipTaken,
  account_closed: accountClosed,
  account_closed_member: accountClosedMember,
  account_closed_by_support: accountClosedBySupport,
  user_closed: userClosed,
  key_expiring: keyExpiring,
  webhook_disabled: webhookDisabled,
  passkey_added: passkeyAdded,
  passkey_removed: passkeyRemoved,
  passkey_cloned: passkeyCloned,
  network_linked: identityProviderLinked,
  network_unlinked: identityProviderUnlinked,
  billing_differs: billingDiffers,
  plan_updated: planUpdated,
  card_updated: cardUpdated,
  member_limit: memberLimit,
  trial_ending: trialEnding,
  payment_failed: paymentFailed,
  payment_action: paymentAction,
  subscription_ended: subscriptionEnded,
  payment_disputed: paymentDisputed,
  receipt,
  ...OWN_MAIL_TEMPLATES,
};
