/** What an account's audit log can hold. */

/** Each has a sentence under activity:action. */
export const AUDIT_ACTIONS = [
  "account_created",
  "account_renamed",
  "email_change_asked",
  "email_changed",
  "password_changed",
  "password_reset",
  "two_factor_on",
  "two_factor_off",
  "backup_codes_renewed",
  "backup_code_used",
  "network_linked",
  "network_unlinked",
  "invited",
  "invite_sent_again",
  "invite_revoked",
  "joined",
  "role_changed",
  "member_removed",
  "member_left",
  "members_exported",
  "ownership_offered",
  "ownership_declined",
  "ownership_withdrawn",
  "ownership_taken",
  "support_allowed",
  "support_refused",
  "impersonation_started",
  "impersonation_ended",
  "support_acted",
  "card_changed",
  "billing_details_changed",
  "refunded",
  "credited",
  "key_created",
  "key_changed",
  "key_rotated",
  "key_revoked",
  "key_deleted",
  "webhook_created",
  "webhook_changed",
  "webhook_rotated",
  "webhook_deleted",
  "job_retried",
  "mails_retried",
  "feedback_answered",
  "announcement_changed",
  "announcement_removed",
  "maintenance_started",
  "maintenance_ended",
  "sign_ups_changed",
  "verification_sent",
  "sessions_ended",
  "trial_extended",
  "plan_given",
  "account_closed",
  "master_named",
  "master_revoked",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export function isAuditAction(name: string | null | undefined): name is AuditAction {
  return AUDIT_ACTIONS.some((known) => known === name);
}

/** Operations that a master may perform while acting as a user. Each has a sentence under activity:operation. */
export const IMPERSONATED_OPERATIONS = [
  "createAccount",
  "createUser",
  "endImpersonation",
  "removeAvatar",
  "renameAccount",
  "requestMagicLink",
  "requestPasswordReset",
  "resendInvite",
  "resetPassword",
  "revokeInvite",
  "signIn",
  "signInByMagicLink",
  "signInWithCode",
  "signOut",
  "skipOnboarding",
  "updateUser",
] as const;
export type ImpersonatedOperation = (typeof IMPERSONATED_OPERATIONS)[number];

export function isImpersonatedOperation(name: string | null): name is ImpersonatedOperation {
  return IMPERSONATED_OPERATIONS.some((known) => known === name);
}
