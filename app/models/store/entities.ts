/**
 * Everything that the product stores: each entity with its fields and indexes, defined once. Adapters build their
 * models from it. The files in `migrations/` bring a database to it, and a test compares the two.
 *
 * A field whose name ends in `Claim` makes a conditional unique index portable: it holds the contested value while
 * the row has the right to it, and the row's own id otherwise, under a plain unique index that every database has.
 */
import { accountEntity } from "../account.server";
import { auditEntity } from "../audit.server";
import { backupCodeEntity } from "../backup-code.server";
import { billingIntentEntity } from "../billing-intent.server";
import { deviceEntity } from "../device.server";
import { eventEntity } from "../event.server";
import { inviteEntity } from "../invite.server";
import { loginEntity } from "../login.server";
import { mailEntity } from "../mail.server";
import { membershipEntity } from "../membership.server";
import { notificationPreferenceEntity } from "../notification-preference.server";
import { planEntity } from "../plan.server";
import { sessionEntity } from "../session.server";
import { socialLoginEntity } from "../social-login.server";
import { subscriptionEntity } from "../subscription.server";
import { tokenEntity } from "../token.server";
import { twoFactorEntity } from "../two-factor.server";
import { userEntity } from "../user.server";
import { webhookEventEntity } from "../webhook-event.server";
import type { Entity } from "./entity";

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

/** The row of each entity: `Rows["users"]` is UserRow. */
export type Rows = {
  [Name in keyof typeof ENTITIES]: (typeof ENTITIES)[Name] extends Entity<infer Row extends { id: string }>
    ? Row
    : never;
};

export type EntityName = keyof Rows;

/** The result of the one look-up that each request makes: five entities in one row. */
export interface ViewerRow {
  session: Rows["sessions"];
  user: Rows["users"];
  account: Rows["accounts"];
  membership: Rows["memberships"];
  /** How many accounts the user is a member of. */
  accountCount: number;
  /** Null until the account has chosen a plan. */
  subscription: Rows["subscriptions"] | null;
}
