/**
 * Everything that the product stores: each entity with its fields and indexes, defined once. Adapters build their
 * models from it. The files in `migrations/` bring a database to it, and a test compares the two.
 *
 * A field whose name ends in `Claim` makes a conditional unique index portable: it holds the contested value while
 * the row has the right to it, and the row's own id otherwise, under a plain unique index that every database has.
 */
import { accountEntity } from "../account.server";
import { apiKeyDayEntity } from "../api-key-usage.server";
import { apiKeyEntity, apiKeySecretEntity } from "../api-key.server";
import { auditEntity } from "../audit.server";
import { backupCodeEntity } from "../backup-code.server";
import { billingIntentEntity } from "../billing-intent.server";
import { deviceEntity } from "../device.server";
import { eventDayEntity } from "../event-day.server";
import { eventEntity } from "../event.server";
import { feedbackEntity } from "../feedback.server";
import { fileMarkerEntity } from "../file-marker.server";
import { hashKeyEntity } from "../hash-key.server";
import { idempotencyKeyEntity } from "../idempotency-key.server";
import { inviteEntity } from "../invite.server";
import { invoiceEntity } from "../invoice.server";
import { jobEntity } from "../job.server";
import { loginEntity } from "../login.server";
import { mailEntity } from "../mail.server";
import { membershipEntity } from "../membership.server";
import { meterEventEntity } from "../meter-event.server";
import { notificationPreferenceEntity } from "../notification-preference.server";
import { planEntity } from "../plan.server";
import { sessionEntity } from "../session.server";
import { setupClosingEntity } from "../setup-closing.server";
import { siteSwitchEntity } from "../site-switch.server";
import { socialLoginEntity } from "../social-login.server";
import { subscriptionEntity } from "../subscription.server";
import { tokenEntity } from "../token.server";
import { trialClaimEntity } from "../trial-claim.server";
import { twoFactorEntity } from "../two-factor.server";
import { usageBatchEntity, usageDayEntity } from "../usage.server";
import { usageDifferenceEntity } from "../usage-difference.server";
import { userEntity } from "../user.server";
import { webhookDeliveryEntity } from "../webhook-delivery.server";
import { webhookEndpointEntity } from "../webhook-endpoint.server";
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
  feedback: feedbackEntity,
  audits: auditEntity,
  twoFactors: twoFactorEntity,
  subscriptions: subscriptionEntity,
  usageDays: usageDayEntity,
  usageBatches: usageBatchEntity,
  meterEvents: meterEventEntity,
  usageDifferences: usageDifferenceEntity,
  invoices: invoiceEntity,
  apiKeys: apiKeyEntity,
  apiKeySecrets: apiKeySecretEntity,
  apiKeyDays: apiKeyDayEntity,
  webhookEndpoints: webhookEndpointEntity,
  webhookDeliveries: webhookDeliveryEntity,
  idempotencyKeys: idempotencyKeyEntity,
  plans: planEntity,
  webhookEvents: webhookEventEntity,
  trialClaims: trialClaimEntity,
  mails: mailEntity,
  jobs: jobEntity,
  siteSwitches: siteSwitchEntity,
  eventDays: eventDayEntity,
  setupClosings: setupClosingEntity,
  hashKeys: hashKeyEntity,
  fileMarkers: fileMarkerEntity,
};

/** The row of each entity: `Rows["users"]` is UserRow. */
export type Rows = {
  [Name in keyof typeof ENTITIES]: (typeof ENTITIES)[Name] extends Entity<infer Row extends { id: string }>
    ? Row
    : never;
};

export type EntityName = keyof Rows;

/** The one look-up of a call with an API key, as `ViewerRow` is that of a request with a session. */
export interface KeyViewerRow {
  secret: Rows["apiKeySecrets"];
  key: Rows["apiKeys"];
  account: Rows["accounts"];
  subscription: Rows["subscriptions"] | null;
  plan: Rows["plans"] | null;
  /** The member the key acts as; null when they have left the account. */
  creator: { user: Rows["users"]; membership: Rows["memberships"] } | null;
}

/** The result of the one look-up that each request makes: six entities in one row. */
export interface ViewerRow {
  session: Rows["sessions"];
  user: Rows["users"];
  account: Rows["accounts"];
  membership: Rows["memberships"];
  /** How many accounts the user is a member of. */
  accountCount: number;
  /** Null until the account has chosen a plan. */
  subscription: Rows["subscriptions"] | null;
  /** The subscription's plan, on offer or not. */
  plan: Rows["plans"] | null;
}
