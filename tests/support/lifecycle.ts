/** For tests of a subscription's life: the provider's clock, and its events passed on to the product. */
import { mailEntity } from "~/models/mail.server";
import { userEntity } from "~/models/user.server";
import type { MailTemplate, MailValues } from "~/gateways/mail/mail-values";
import { subscriptionEntity, type SubscriptionRow } from "~/models/subscription.server";
import { receiveEvent } from "~/services/billing/sync/provider-events.server";
import type { AdvanceRequest, NextPaymentRequest, SandboxState } from "../../sandbox/control/types";
import { PROVIDER_KEYS, type Billing } from "./billing";
import type { TestUser } from "./users";
import { waitFor } from "./product";

export interface ReadMail<T extends MailTemplate = MailTemplate> {
  id: string;
  template: T;
  locale: string;
  values: MailValues[T];
}

export interface Lifecycle {
  /** Moves the provider's clock, and passes every event on that has not been. */
  advance(to: AdvanceRequest["to"]): Promise<void>;
  /** Moves the provider's clock. Its events are lost. */
  advanceInSilence(to: AdvanceRequest["to"]): Promise<void>;
  /** How the account's next payment without the card holder ends. */
  setNextPayment(person: TestUser, outcome: NextPaymentRequest["outcome"]): Promise<void>;
  /** Passes every event on that has not been. */
  deliver(): Promise<void>;
  /** Passes every event on, also those that were or were lost before. */
  deliverAgain(): Promise<void>;
  findRow(person: TestUser): Promise<SubscriptionRow>;
  /** The account's mails that were queued since the last call, by their templates. */
  listNewMails(person: TestUser): Promise<ReadMail[]>;
}

/** The product receives each of the provider's events only through this. */
export function followLife(billing: Billing): Lifecycle {
  const { app, deliveries } = billing;
  const seen = new Set<string>();
  let received = 0;

  async function control<T>(call: string, body?: object): Promise<T> {
    const response = await fetch(`${billing.apiBase}/control/${call}`, {
      method: body ? "POST" : "GET",
      headers: { Authorization: `Bearer ${PROVIDER_KEYS.secretKey}`, "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as T;
    if (!response.ok) throw new Error(`${call} answered ${response.status}: ${JSON.stringify(answer)}`);
    return answer;
  }

  const waitForDeliveries = () =>
    waitFor(
      async () => (await control<SandboxState>("state")).deliveries.count === 0,
      "the provider to send its events",
    );

  const life: Lifecycle = {
    async advance(to) {
      await control("advance", { to });
      await life.deliver();
    },
    async advanceInSilence(to) {
      await control("advance", { to });
      await waitForDeliveries();
      received = deliveries.length;
    },
    async setNextPayment(person, outcome) {
      const { customerId } = await life.findRow(person);
      await control("next-payment", { customer: customerId ?? "", outcome });
    },
    async deliver() {
      await waitForDeliveries();
      const fresh = deliveries.slice(received);
      received = deliveries.length;
      for (const delivery of fresh) await receiveEvent(app, delivery);
    },
    async deliverAgain() {
      received = 0;
      await life.deliver();
    },
    async findRow({ accountId }) {
      const row = await app.store.findOne(subscriptionEntity, { id: accountId });
      if (!row) throw new Error("the account has no subscription");
      return row;
    },
    async listNewMails({ userId }) {
      const user = await app.store.findOne(userEntity, { id: userId });
      const rows = await app.store.find(mailEntity, { recipient: user?.email ?? "" }, { limit: 1000 });
      const fresh = rows.filter(({ id }) => !seen.has(id));
      for (const { id } of fresh) seen.add(id);
      return fresh
        .map(({ id, template, locale, payload }) => ({
          id,
          template: template as MailTemplate,
          locale,
          values: JSON.parse(app.secrets.decrypt("mail", payload)) as MailValues[MailTemplate],
        }))
        .sort((first, second) => first.template.localeCompare(second.template));
    },
  };
  return life;
}
