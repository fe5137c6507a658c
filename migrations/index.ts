/**
 * All migrations in order. They are imported, not read from the folder, so that the production build includes them.
 */
import type { Migration } from "~/models/store/schema";
import { OWN_MIGRATIONS } from "./own";
import { accountsAndPeople } from "./0001-accounts-and-people";
import { sessionsAndTokens } from "./0002-sessions-and-tokens";
import { billing } from "./0003-billing";
import { outbox } from "./0004-outbox";
import { waysIn } from "./0005-ways-in";
import { records } from "./0006-records";
import { membersSearched } from "./0007-members-searched";
import { indexes } from "./0008-indexes";
import { retention } from "./0009-retention";
import { reauthenticationAndDevices } from "./0010-reauthentication-and-devices";
import { planChanges } from "./0011-plan-changes";
import { cardsAndInvoices } from "./0012-cards-and-invoices";
import { seatsAndUsage } from "./0013-seats-and-usage";
import { apiKeys } from "./0014-api-keys";
import { feedbackAndEvents } from "./0015-feedback-and-events";
import { intentLeases } from "./0016-intent-leases";
import { membersSorted } from "./0017-members-sorted";
import { idempotencyKeys } from "./0018-idempotency-keys";
import { unnamedAccounts } from "./0019-unnamed-accounts";
import { webhookEndpoints } from "./0020-webhook-endpoints";
import { demoAccounts } from "./0021-demo-accounts";
import { usersSearched } from "./0022-users-searched";
import { jobs } from "./0023-jobs";
import { missionControl } from "./0024-mission-control";
import { givenTime } from "./0025-given-time";
import { siteSwitches } from "./0026-site-switches";
import { operatorsLists } from "./0027-operators-lists";
import { webhookTurns } from "./0028-webhook-turns";
import { setupClosings } from "./0029-setup-closings";
import { meteredUsage } from "./0030-metered-usage";
import { pendingCards } from "./0031-pending-cards";
import { hashKeys } from "./0032-hash-keys";
import { fileMarkers } from "./0033-file-markers";
import { overLimit } from "./0034-over-limit";
import { signInCredentials } from "./0035-sign-in-credentials";
import { firstSteps } from "./0036-first-steps";
import { identities } from "./0037-identities";
import { passkeys } from "./0038-passkeys";
import { signInUses } from "./0039-sign-in-uses";
import { themeChoice } from "./0040-theme-choice";
import { invitationsAskedAgain } from "./0041-invitations-asked-again";
import { comparisons } from "./0042-comparisons";
import { disputes } from "./0043-disputes";

/** The product's without what is in migrations/own/. */
export const PRODUCT_MIGRATIONS: readonly Migration[] = [
  accountsAndPeople,
  sessionsAndTokens,
  billing,
  outbox,
  waysIn,
  records,
  membersSearched,
  indexes,
  retention,
  reauthenticationAndDevices,
  planChanges,
  cardsAndInvoices,
  seatsAndUsage,
  apiKeys,
  feedbackAndEvents,
  intentLeases,
  membersSorted,
  idempotencyKeys,
  unnamedAccounts,
  webhookEndpoints,
  demoAccounts,
  usersSearched,
  jobs,
  missionControl,
  givenTime,
  siteSwitches,
  operatorsLists,
  webhookTurns,
  setupClosings,
  meteredUsage,
  pendingCards,
  hashKeys,
  fileMarkers,
  overLimit,
  signInCredentials,
  firstSteps,
  identities,
  passkeys,
  signInUses,
  themeChoice,
  invitationsAskedAgain,
  comparisons,
  disputes,
];

/** Both series, each in its order. A migration that is new runs after those that the database has had, whichever its series. */
export const MIGRATIONS: readonly Migration[] = [...PRODUCT_MIGRATIONS, ...OWN_MIGRATIONS];
