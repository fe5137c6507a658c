import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mailEntity } from "~/models/mail.server";
import { userEntity } from "~/models/user.server";
import { MAIL_VALUES } from "~/gateways/mail/mail-values";
import { saveNotificationPreference } from "~/models/notification-preference.server";
import type { OpenStore } from "~/models/store/database";
import type { App } from "~/services/platform/app.server";
import { queueMail } from "~/services/platform/mail/outbox.server";
import { openMigratedStore } from "../../../../tests/support/migrated-stores";
import { secrets } from "../../../../tests/support/outbox";
import { makeTestUser } from "../../../../tests/support/users";
import { makeApp } from "../../../../tests/support/services";
import {
  createCardUpdatedMail,
  createPlanUpdatedMail,
  createSubscriptionStartedMail,
  createTrialEndingMail,
  toDeclineReason,
  type MailedPlan,
} from "./billing-mails.server";
import { findBillingRecipient, prepareBillingMail, type BillingRecipient } from "./billing-recipient.server";
import {
  createPaymentActionMail,
  createPaymentFailedMail,
  createReceipt,
  createSubscriptionEndedMail,
} from "./payment-mails.server";

const TEAM: MailedPlan = { name: "Team", type: "seat", priceMinor: 1200, currency: "usd", interval: "month" };
const PRO: MailedPlan = { ...TEAM, name: "Pro", type: "standard", priceMinor: 4800 };
const START = new Date("2026-11-22T10:00:00.000Z");
const END = new Date("2026-12-06T10:00:00.000Z");
const CARD = { brand: "visa", last4: "4242", expMonth: 4, expYear: 2030 };
const INVOICE = {
  id: "in_1",
  number: "A-1",
  amountDueMinor: 3600,
  currency: "usd",
  pdfUrl: "https://pay.stripe.com/invoice/x/pdf",
  issuedAt: START,
  attempts: 1,
};

const recipient: BillingRecipient = {
  to: "grace@acme.test",
  name: "Grace",
  locale: "es",
  ownerId: "1",
  ownerEmail: "grace@acme.test",
  account: "Acme",
};
const common = { recipient, appUrl: "https://app.test" };
const subscription = {
  id: "sub_1",
  status: "trialing",
  seats: 3,
  currentPeriodStart: START,
  currentPeriodEnd: END,
} as const;

describe("what the mails say", () => {
  test("a new plan by seat has its total, its seats and the length of its trial", () => {
    const mail = createSubscriptionStartedMail({ ...common, plan: TEAM, subscription });

    expect(mail).toMatchObject({ to: "grace@acme.test", locale: "es", key: "sub_1" });
    expect(mail.values).toMatchObject({
      plan: "Team",
      amountMinor: 3600,
      seats: 3,
      trialDays: 14,
      chargedAt: END.toISOString(),
      link: "https://app.test/account/billing",
    });
  });

  test("a plan that is not priced by seat has no seats, and a paid one no trial", () => {
    const paid = { ...subscription, status: "active" } as const;
    const { values } = createSubscriptionStartedMail({ ...common, plan: PRO, subscription: paid });

    expect(values).toMatchObject({ amountMinor: 4800, seats: null, trialDays: 0 });
  });

  test.each([
    [{ kind: "changed", previous: { name: "Free" } }, "Free"],
    [{ kind: "changed", previous: { name: "Pro" } }, null],
    [{ kind: "ends", next: { name: "Free" } }, "Free"],
    [{ kind: "ends", next: null }, null],
    [{ kind: "resumed" }, null],
  ] as const)("a change %j names the other plan %j", (change, otherPlan) => {
    const given = { key: "int_1", change, plan: PRO, seats: 1, periodEnd: END };

    expect(createPlanUpdatedMail({ ...common, ...given }).values).toMatchObject({
      change: change.kind,
      otherPlan,
      date: END.toISOString(),
    });
  });

  test.each([
    ["it ends with its trial", TEAM, { cancelAtPeriodEnd: true }],
    ["it is free", { ...TEAM, priceMinor: 0 }, {}],
    ["it has no period", TEAM, { currentPeriodEnd: null }],
  ])("a trial's end is not announced when %s, because nothing is charged", (_why, plan, changes) => {
    const row = {
      providerId: "sub_1",
      seats: 3,
      cancelAtPeriodEnd: false,
      currentPeriodEnd: END,
      ...changes,
    };

    expect(createTrialEndingMail({ ...common, plan, subscription: row, card: CARD })).toBeNull();
  });

  test("a trial's end without a card leads to the card", () => {
    const row = { providerId: "sub_1", seats: 3, cancelAtPeriodEnd: false, currentPeriodEnd: END };
    const create = (card: typeof CARD | null) =>
      createTrialEndingMail({ ...common, plan: TEAM, subscription: row, card })?.values;

    expect(create(null)).toMatchObject({
      amountMinor: 3600,
      card: null,
      link: "https://app.test/account/billing?tab=card",
    });
    expect(create(CARD)).toMatchObject({ card: { brand: "visa", last4: "4242" } });
  });

  test("an invoice over nothing has no receipt", () => {
    expect(createReceipt({ ...common, invoice: { ...INVOICE, amountDueMinor: 0 } })).toBeNull();
    expect(createReceipt({ ...common, invoice: INVOICE })?.values).toMatchObject({ amountMinor: 3600 });
  });

  test.each([
    ["billing:refused.expired", "expired"],
    ["billing:refused.used", null],
    ["billing:refused.expired?x=1", null],
    [null, null],
  ])("the message %j of a declined card is the reason %j", (message, reason) => {
    expect(toDeclineReason(message)).toBe(reason);
  });

  test("every mail has values that its template takes, and a key", () => {
    const row = { providerId: "sub_1", seats: 3, cancelAtPeriodEnd: false, currentPeriodEnd: END };
    const mails = [
      createSubscriptionStartedMail({ ...common, plan: TEAM, subscription }),
      createPlanUpdatedMail({
        ...common,
        key: "int_1",
        change: { kind: "resumed" },
        plan: TEAM,
        seats: 3,
        periodEnd: END,
      }),
      createCardUpdatedMail({ ...common, key: "int_2", card: CARD }),
      createTrialEndingMail({ ...common, plan: TEAM, subscription: row, card: CARD }),
      createPaymentFailedMail({
        ...common,
        invoice: { ...INVOICE, attempts: 1, reason: "billing:refused.declined", retryAt: END },
        card: CARD,
      }),
      createPaymentActionMail({ ...common, invoice: INVOICE }),
      createSubscriptionEndedMail({ ...common, subscriptionId: "sub_1", plan: TEAM, cause: "dispute" }),
      createReceipt({ ...common, invoice: INVOICE }),
    ];
    for (const mail of mails) {
      expect(mail?.key).toBeTruthy();
      if (mail) expect(MAIL_VALUES[mail.template].parse(mail.values)).toEqual(mail.values);
    }
  });
});

describe("who gets them", () => {
  let folder: string;
  let store: OpenStore;
  let app: App;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "billing-mails-"));
    store = await openMigratedStore(folder);
    app = makeApp({ store, folder });
  });
  afterAll(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });

  const makeOwner = () =>
    makeTestUser(store, { permission: "owner", isVerified: true, subscription: "active" });

  test("the owner does, by name and in their language", async () => {
    const { userId, accountId } = await makeOwner();
    await store.update(userEntity, { id: userId }, { locale: "es" });

    expect(await findBillingRecipient(store, { id: accountId, billingEmail: null })).toEqual({
      to: `${userId}@example.com`,
      name: "A owner",
      locale: "es",
      ownerId: userId,
      ownerEmail: `${userId}@example.com`,
      account: `The account of ${userId}`,
    });
  });

  test("the billing email does when the account has one, in the owner's language and without a name", async () => {
    const { userId, accountId } = await makeOwner();

    expect(await findBillingRecipient(store, { id: accountId, billingEmail: "books@acme.test" })).toEqual({
      to: "books@acme.test",
      name: "",
      locale: "en",
      ownerId: userId,
      ownerEmail: `${userId}@example.com`,
      account: `The account of ${userId}`,
    });
  });

  test("no one does in an account without an owner", async () => {
    const id = "01939f5a-0000-7000-8000-00000000ffff";
    expect(await findBillingRecipient(store, { id })).toBeNull();
    expect(await prepareBillingMail(app, { id }, () => ({ ...receipt, to: "a@acme.test" }))).toBeNull();
  });

  const receipt = {
    template: "receipt",
    locale: "en",
    values: createReceipt({ ...common, invoice: INVOICE })?.values ?? ({} as never),
  } as const;

  test.each(["owner@acme.test", null])(
    "the owner's preferences turn off plan_updated and card_updated only, with the billing email %j",
    async (billingEmail) => {
      const { userId, accountId: id } = await makeOwner();
      const account = { id, billingEmail };
      const prepareAll = () =>
        Promise.all([
          prepareBillingMail(app, account, (to) =>
            createPlanUpdatedMail({
              ...common,
              recipient: to,
              key: "int_1",
              change: { kind: "resumed" },
              plan: TEAM,
              seats: 3,
              periodEnd: END,
            }),
          ),
          prepareBillingMail(app, account, (to) =>
            createCardUpdatedMail({ ...common, recipient: to, key: "int_2", card: CARD }),
          ),
          prepareBillingMail(app, account, (to) =>
            createReceipt({ ...common, recipient: to, invoice: INVOICE }),
          ),
        ]);
      const listTemplates = async () => (await prepareAll()).map((mail) => mail?.template ?? null);

      expect(await listTemplates()).toEqual(["plan_updated", "card_updated", "receipt"]);
      const hasStopLink = (await prepareAll()).map((mail) => "stopLink" in (mail?.values ?? {}));
      expect(hasStopLink).toEqual([true, true, false]);
      for (const name of ["plan_updated", "card_updated"] as const)
        await saveNotificationPreference(store, { userId, name, isActive: false });
      expect(await listTemplates()).toEqual([null, null, "receipt"]);
    },
  );

  test("a mail is queued once for its key, also after it was sent, and each template has keys of its own", async () => {
    const mail = createReceipt({ ...common, invoice: { ...INVOICE, id: "in_once" } });
    const action = createPaymentActionMail({ ...common, invoice: { ...INVOICE, id: "in_once" } });
    if (!mail) throw new Error("no receipt");
    const list = async () => (await store.find(mailEntity, {})).map(({ template }) => template).sort();

    await store.transaction((inside) => queueMail(inside, secrets, mail));
    await store.update(mailEntity, { template: "receipt" }, { status: "sent" });
    await store.transaction((inside) => queueMail(inside, secrets, mail));
    await queueMail(store, secrets, action);

    expect(await list()).toEqual(["payment_action", "receipt"]);
  });

  test("each attempt of a payment that needs authorization has a mail of its own", () => {
    const mails = [1, 1, 2].map((attempts) =>
      createPaymentActionMail({ ...common, invoice: { ...INVOICE, attempts } }),
    );
    expect(new Set(mails.map(({ key }) => key)).size).toBe(2);
  });

  test("of ten concurrent transactions with one key, one mail remains", async () => {
    const mail = createReceipt({ ...common, invoice: { ...INVOICE, id: "in_race" } });
    if (!mail) throw new Error("no receipt");
    const before = await store.count(mailEntity, {});

    await Promise.allSettled(
      Array.from({ length: 10 }, () => store.transaction((inside) => queueMail(inside, secrets, mail))),
    );

    expect(await store.count(mailEntity, {})).toBe(before + 1);
  });
});
