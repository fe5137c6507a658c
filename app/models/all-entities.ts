/**
 * Everything that the product stores, for what must look at all of it: the deletion of accounts, backups, a new encryption
 * key, and the tests that compare the entities with the migrations. Models use the entities themselves.
 *
 * A field whose name ends in `Claim` makes a conditional unique index portable: it holds the contested value while
 * the row has the right to it, and the row's own id otherwise, under a plain unique index that every database has.
 */
import { accountEntity } from "./account.server";
import { apiKeyDayEntity, apiKeyEntity, apiKeySecretEntity } from "./api-key.server";
import { auditEntity } from "./audit.server";
import { backupCodeEntity } from "./backup-code.server";
import { billingIntentEntity } from "./billing-intent.server";
import { comparisonEntity } from "./comparison.server";
import { comparisonFindingEntity } from "./comparison-finding.server";
import { deviceEntity } from "./device.server";
import { disputeEntity } from "./dispute.server";
import { eventDayEntity } from "./event-day.server";
import { eventEntity } from "./event.server";
import { feedbackEntity } from "./feedback.server";
import { fileMarkerEntity } from "./file-marker.server";
import { hashKeyEntity } from "./hash-key.server";
import { idempotencyKeyEntity } from "./idempotency-key.server";
import { inviteEntity } from "./invite.server";
import { invoiceEntity } from "./invoice.server";
import { jobEntity } from "./job.server";
import { loginEntity } from "./login.server";
import { mailEntity } from "./mail.server";
import { membershipEntity } from "./membership.server";
import { meterEventEntity } from "./meter-event.server";
import { notificationPreferenceEntity } from "./notification-preference.server";
import { passkeyEntity } from "./passkey.server";
import { planEntity } from "./plan.server";
import { sessionEntity } from "./session.server";
import { setupClosingEntity } from "./setup-closing.server";
import { signInUseEntity } from "./sign-in-use.server";
import { siteSwitchEntity } from "./site-switch.server";
import { identityEntity } from "./identity.server";
import { subscriptionEntity } from "./subscription.server";
import { tokenEntity } from "./token.server";
import { trialClaimEntity } from "./trial-claim.server";
import { twoFactorEntity } from "./two-factor.server";
import { apiCallBatchEntity, apiCallDayEntity } from "./api-call.server";
import { apiCallDifferenceEntity } from "./api-call-difference.server";
import { userEntity } from "./user.server";
import { webhookDeliveryEntity } from "./webhook-delivery.server";
import { webhookEndpointEntity } from "./webhook-endpoint.server";
import { providerEventEntity } from "./provider-event.server";
import { OWN_ENTITIES } from "~/product/entities";
import type { AnyEntity, RowOf } from "./store/entity";

/** Those of the product without what is in app/product/. */
export const PRODUCT_ENTITIES = {
  accounts: accountEntity,
  users: userEntity,
  memberships: membershipEntity,
  invites: inviteEntity,
  sessions: sessionEntity,
  tokens: tokenEntity,
  backupCodes: backupCodeEntity,
  identities: identityEntity,
  passkeys: passkeyEntity,
  signInUses: signInUseEntity,
  logins: loginEntity,
  devices: deviceEntity,
  notificationPreferences: notificationPreferenceEntity,
  billingIntents: billingIntentEntity,
  events: eventEntity,
  feedback: feedbackEntity,
  audits: auditEntity,
  twoFactors: twoFactorEntity,
  subscriptions: subscriptionEntity,
  usageDays: apiCallDayEntity,
  usageBatches: apiCallBatchEntity,
  meterEvents: meterEventEntity,
  usageDifferences: apiCallDifferenceEntity,
  comparisons: comparisonEntity,
  comparisonFindings: comparisonFindingEntity,
  invoices: invoiceEntity,
  disputes: disputeEntity,
  apiKeys: apiKeyEntity,
  apiKeySecrets: apiKeySecretEntity,
  apiKeyDays: apiKeyDayEntity,
  webhookEndpoints: webhookEndpointEntity,
  webhookDeliveries: webhookDeliveryEntity,
  idempotencyKeys: idempotencyKeyEntity,
  plans: planEntity,
  webhookEvents: providerEventEntity,
  trialClaims: trialClaimEntity,
  mails: mailEntity,
  jobs: jobEntity,
  siteSwitches: siteSwitchEntity,
  eventDays: eventDayEntity,
  setupClosings: setupClosingEntity,
  hashKeys: hashKeyEntity,
  fileMarkers: fileMarkerEntity,
};

/** Deleting a user, or an account, deletes what belongs to them in this order (app/models/belongings.server.ts). */
export const ENTITIES = { ...PRODUCT_ENTITIES, ...OWN_ENTITIES };

export type EntityName = keyof typeof ENTITIES;

/** The list, without the types of the rows. */
export const ANY_ENTITIES: Readonly<Record<EntityName, AnyEntity>> = ENTITIES;

/** The row of each entity by its name: `Rows["users"]` is UserRow. */
export type Rows = { [Name in EntityName]: RowOf<(typeof ENTITIES)[Name]> };
