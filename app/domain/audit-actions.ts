/** The entries that an account's audit log can hold. */
import { OWN_USER_FIELDS } from "../product/fields";
import { OWN_AUDIT_ACTIONS } from "../product/names";
import { listFieldNames } from "./own-fields";

/** Those of the product without what is in app/product/. */
export const PRODUCT_AUDIT_ACTIONS = [
  "account_created",
  "account_renamed",
  "account_details_changed",
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
  "passkey_added",
  "passkey_renamed",
  "passkey_removed",
  "passkey_used",
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

/** Each has a sentence under activity:action. */
export const AUDIT_ACTIONS = [...PRODUCT_AUDIT_ACTIONS, ...OWN_AUDIT_ACTIONS] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export function isAuditAction(name: string | null | undefined): name is AuditAction {
  return AUDIT_ACTIONS.some((known) => known === name);
}

/** Operations that a master may perform while acting as a user. Each has a sentence under activity:operation. */
export const IMPERSONATED_OPERATIONS = [
  "createAccount",
  "createUser",
  "endImpersonation",
  "getPasskeySignInOptions",
  "getSecondFactorOptions",
  "removeAvatar",
  "renameAccount",
  "requestInvite",
  "requestMagicLink",
  "requestPasswordReset",
  "resetPassword",
  "signIn",
  "signInByMagicLink",
  "signInByPasskey",
  "signInWithCode",
  "signOut",
  "skipOnboarding",
  "updateChecklist",
  "updateUser",
] as const;
type ImpersonatedOperation = (typeof IMPERSONATED_OPERATIONS)[number];

/** The fields of the user and the account that such operations may change. Each has a name under activity:field. */
export const IMPERSONATED_FIELDS = [
  "account_name",
  "avatar",
  "dark_mode",
  "default_account",
  "dismissed",
  "locale",
  "name",
  "onboarded",
  ...listFieldNames(OWN_USER_FIELDS),
] as const;
type ImpersonatedField = (typeof IMPERSONATED_FIELDS)[number];

/** A master's operation while acting as a user. */
interface SupportAct {
  operation: ImpersonatedOperation;
  /** The fields that the operation was given, known or not. */
  fields: string[];
}

/** The target of a `support_acted`, such as "updateUser: name, locale". */
export function toSupportActTarget(operation: string, fields: readonly string[]): string {
  return fields.length === 0 ? operation : `${operation}: ${fields.join(", ")}`;
}

/** Reads the target again; null for the target of another action. */
export function parseSupportAct(target: string | null): SupportAct | null {
  const [name = "", fields = ""] = (target ?? "").split(": ");
  const operation = IMPERSONATED_OPERATIONS.find((known) => known === name);
  return operation ? { operation, fields: fields === "" ? [] : fields.split(", ") } : null;
}

export function isImpersonatedField(name: string): name is ImpersonatedField {
  return IMPERSONATED_FIELDS.some((known) => known === name);
}
