/** Rows to insert into a store, with defaults for everything that a test does not care about. */
import { createEmptyValues } from "~/domain/own-fields";
import { OWN_ACCOUNT_FIELDS } from "~/product/fields";
import { v7 as uuid } from "uuid";
import type { Rows } from "~/models/all-entities";
import { buildUnverifiedUser } from "~/models/user.server";

type Making<Row> = (values?: Partial<Row>) => Row;

const NOW = new Date("2026-03-04T05:06:07.089Z");

export const buildAccount: Making<Rows["accounts"]> = (values) => ({
  id: uuid(),
  name: "Acme",
  nameKey: "acme",
  unnamedSince: null,
  demoState: null,
  overLimitAt: null,
  checklistDismissedAt: null,
  ...createEmptyValues(OWN_ACCOUNT_FIELDS),
  ownerOfferedTo: null,
  createdAt: NOW,
  ...values,
});

export const buildUser: Making<Rows["users"]> = (values) => {
  const id = values?.id ?? uuid();
  const user = buildUnverifiedUser({
    name: "Ada",
    email: `${id}@example.com`,
    passwordHash: null,
    locale: "en",
  });
  return { ...user, id, emailClaim: id, lastSignInAt: null, createdAt: NOW, ...values };
};

export const buildMembership: Making<Rows["memberships"]> = (values) => {
  const id = values?.id ?? uuid();
  const of = { userId: uuid(), accountId: uuid(), role: "owner" as const, nameKey: null, email: null };
  const copied = { verifiedAt: null, signedInAt: null, twoFactorAt: null };
  return { id, ...of, ...copied, ownerClaim: id, createdAt: NOW, ...values };
};

export const buildPlan: Making<Rows["plans"]> = (values) => ({
  id: uuid(),
  name: "Pro",
  type: "standard",
  priceMinor: 2400,
  currency: "usd",
  interval: "month",
  trialDays: 0,
  seatLimit: 5,
  apiCallLimit: 1000,
  keyLimit: null,
  overagePriceMinor: null,
  isActive: true,
  position: 1,
  ...values,
});

export const buildSession: Making<Rows["sessions"]> = (values) => ({
  id: uuid(),
  tokenHash: uuid(),
  kind: "browser",
  userId: uuid(),
  accountId: uuid(),
  isDuplicateUser: false,
  ip: "127.0.0.1",
  agent: "a browser",
  createdAt: NOW,
  authenticatedAt: NOW,
  credentialAt: NOW,
  reauthenticatedAt: NOW,
  lastSeenAt: NOW,
  idleExpiresAt: NOW,
  expiresAt: NOW,
  impersonatorId: null,
  parentId: null,
  ...values,
});

export const buildToken: Making<Rows["tokens"]> = (values) => ({
  id: uuid(),
  hash: uuid(),
  kind: "verify",
  userId: uuid(),
  accountId: null,
  email: "ada@example.com",
  data: null,
  attempts: 0,
  expiresAt: NOW,
  usedAt: null,
  createdAt: NOW,
  ...values,
});

export const buildSubscription: Making<Rows["subscriptions"]> = (values) => ({
  id: uuid(),
  planId: null,
  status: "active",
  customerId: null,
  providerId: null,
  seats: 1,
  cancelAtPeriodEnd: false,
  nextPlanId: null,
  currentPeriodStart: null,
  currentPeriodEnd: null,
  currency: null,
  balanceMinor: null,
  balanceCurrency: null,
  seatsDueAt: null,
  cardBrand: null,
  cardLast4: null,
  cardExpMonth: null,
  cardExpYear: null,
  billingEmail: null,
  revision: 0,
  updatedAt: NOW,
  ...values,
});

export const buildMail: Making<Rows["mails"]> = (values) => ({
  id: uuid(),
  recipient: "ada@example.com",
  template: "verify",
  locale: "en",
  payload: "{}",
  status: "waiting",
  attempts: 0,
  dueAt: NOW,
  lockedUntil: NOW,
  failure: null,
  createdAt: NOW,
  sentAt: null,
  ...values,
});
