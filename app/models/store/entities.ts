/**
 * Everything that the product stores: each entity with its fields and indexes, defined once. Adapters build their
 * models from it. The files in `migrations/` bring a database to it, and a test compares the two.
 *
 * A field whose name ends in `Claim` makes a conditional unique index portable: it holds the contested value while
 * the row has the right to it, and the row's own id otherwise, under a plain unique index that every database has.
 */
import { accountEntity, type AccountRow } from "../account.server";
import { auditEntity, type AuditRow } from "../audit.server";
import { backupCodeEntity, type BackupCodeRow } from "../backup-code.server";
import { billingIntentEntity, type BillingIntentRow } from "../billing-intent.server";
import { deviceEntity, type DeviceRow } from "../device.server";
import { eventEntity, type EventRow } from "../event.server";
import { inviteEntity, type InviteRow } from "../invite.server";
import { loginEntity, type LoginRow } from "../login.server";
import { mailEntity, type MailRow } from "../mail.server";
import { membershipEntity, type MembershipRow } from "../membership.server";
import {
  notificationPreferenceEntity,
  type NotificationPreferenceRow,
} from "../notification-preference.server";
import { planEntity, type PlanRow } from "../plan.server";
import { sessionEntity, type SessionRow } from "../session.server";
import { socialLoginEntity, type SocialLoginRow } from "../social-login.server";
import { subscriptionEntity, type SubscriptionRow } from "../subscription.server";
import { tokenEntity, type TokenRow } from "../token.server";
import { twoFactorEntity, type TwoFactorRow } from "../two-factor.server";
import { userEntity, type UserRow } from "../user.server";
import { webhookEventEntity, type WebhookEventRow } from "../webhook-event.server";

/** Deleting a user, or an account, deletes what belongs to them in this order (app/models/belongings.server.ts). */
export const ENTITIES = {
  accounts: accountEntity,
  users: userEntity,
  memberships: membershipEntity,
  invites: inviteEntity,
  sessions: sessionEntity,
  tokens: tokenEntity,
  backupCodes: backupCodeEntity,
  socialLogins: socialLoginEntity,
  logins: loginEntity,
  devices: deviceEntity,
  notificationPreferences: notificationPreferenceEntity,
  billingIntents: billingIntentEntity,
  events: eventEntity,
  audits: auditEntity,
  twoFactors: twoFactorEntity,
  subscriptions: subscriptionEntity,
  plans: planEntity,
  webhookEvents: webhookEventEntity,
  mails: mailEntity,
};

export interface Rows {
  users: UserRow;
  accounts: AccountRow;
  memberships: MembershipRow;
  sessions: SessionRow;
  tokens: TokenRow;
  twoFactors: TwoFactorRow;
  backupCodes: BackupCodeRow;
  socialLogins: SocialLoginRow;
  logins: LoginRow;
  devices: DeviceRow;
  invites: InviteRow;
  plans: PlanRow;
  subscriptions: SubscriptionRow;
  billingIntents: BillingIntentRow;
  webhookEvents: WebhookEventRow;
  mails: MailRow;
  notificationPreferences: NotificationPreferenceRow;
  events: EventRow;
  audits: AuditRow;
}

export type EntityName = keyof Rows;

/** The result of the one look-up that each request makes: five entities in one row. */
export interface ViewerRow {
  session: SessionRow;
  user: UserRow;
  account: AccountRow;
  membership: MembershipRow;
  /** How many accounts the user is a member of. */
  accountCount: number;
  /** Null until the account has chosen a plan. */
  subscription: SubscriptionRow | null;
}
