// Changing the card that pays, against the payment sandbox.
import { describe, expect, test } from "vitest";
import { runOperation, type Reply } from "~/services/platform/operation.server";
import type { App } from "~/services/platform/app.server";
import { auditEntity } from "~/models/audit.server";
import {
  authenticate,
  makeOwner,
  prepareBilling,
  listProviderSubscriptions,
  type Owner,
} from "../../../../tests/support/billing";
import { createContext } from "../../../../tests/support/services";
import { settleOpenCard } from "../sync/settle-card.server";
import { updateCard } from "./card.server";
import { readInvoices } from "./invoices.server";

const { billing, findRow, listIntents: findIntents, makeCustomer: makePayingOwner } = prepareBilling();

async function change(
  owner: Owner,
  input: Record<string, unknown>,
  as: App = billing.app,
): Promise<Reply<unknown>> {
  return runOperation(updateCard, input, await createContext(as, owner));
}

/** The cards that the customer has at the provider, by their last four digits. */
async function listCards(owner: Owner): Promise<string[]> {
  const { data } = await billing.stripe.paymentMethods.list({
    customer: (await findRow(owner))?.customerId ?? "",
  });
  return data.map(({ card }) => card?.last4 ?? "");
}

test("choosing a plan writes its card and its first invoice into the rows", async () => {
  const owner = await makePayingOwner();
  expect(await findRow(owner)).toMatchObject({ cardBrand: "visa", cardLast4: "4242" });
  const { invoices } = await readInvoices(billing.app.store, owner.accountId, {});
  expect(invoices).toMatchObject([{ status: "paid", total: 2400, currency: "usd" }]);
});

describe("another card", () => {
  test("another card replaces the old one, which the provider forgets, and is in the account's activity", async () => {
    const owner = await makePayingOwner();
    const { data } = await change(owner, { token: "tok_mastercard" });
    expect(data).toMatchObject({ brand: "mastercard", last4: "4444" });
    expect(await findRow(owner)).toMatchObject({ cardBrand: "mastercard", cardLast4: "4444" });
    expect(await listCards(owner)).toEqual(["4444"]);
    const audits = await billing.app.store.find(auditEntity, { accountId: owner.accountId });
    expect(audits.map(({ action }) => action)).toContain("card_changed");
  });

  test.each(["tok_chargeDeclined", "tok_none"])(
    "%s is refused at its field and changes nothing",
    async (token) => {
      const owner = await makePayingOwner();
      const before = await findRow(owner);
      await expect(change(owner, { token })).rejects.toMatchObject({
        status: 400,
        detail: { inputError: "token" },
      });
      expect(await findRow(owner)).toEqual(before);
      expect(await listCards(owner)).toEqual(["4242"]);
      expect((await findIntents(owner)).map(({ openClaim }) => openClaim)).not.toContain(owner.accountId);
    },
  );

  test("another card that needs authentication pays only after it", async () => {
    const owner = await makePayingOwner();
    const token = "tok_4000002500003155";
    const { payment } = await change(owner, { token });
    const secret = payment?.client_secret ?? "";
    expect(secret).toMatch(/^seti_/);
    expect(await findRow(owner)).toMatchObject({ cardLast4: "4242" });
    // A forged result changes nothing: the provider says what is true.
    expect((await change(owner, { token, setup_intent: "seti_forged" })).payment).toEqual(payment);
    await authenticate(billing, secret);
    expect((await change(owner, { token, setup_intent: "seti_1" })).data).toMatchObject({ last4: "3155" });
    expect(await listCards(owner)).toEqual(["3155"]);
  });

  test("a card whose tab was closed after the authentication pays when the webhook arrives", async () => {
    const owner = await makePayingOwner();
    const token = "tok_4000002500003155";
    const { payment } = await change(owner, { token });
    await authenticate(billing, payment?.client_secret ?? "");
    await settleOpenCard(billing.app, owner.accountId);
    expect(await findRow(owner)).toMatchObject({ cardLast4: "3155" });
    expect((await change(owner, { token, setup_intent: "seti_1" })).data).toMatchObject({ last4: "3155" });
  });

  test("a card whose authentication fails leaves the old one, and another can be entered", async () => {
    const owner = await makePayingOwner();
    const token = "tok_4000002500003155";
    const { payment } = await change(owner, { token });
    await authenticate(billing, payment?.client_secret ?? "", "fail");
    await expect(change(owner, { token, setup_intent: "seti_1" })).rejects.toMatchObject({ status: 400 });
    expect(await findRow(owner)).toMatchObject({ cardLast4: "4242" });
    await change(owner, { token: "tok_mastercard" });
    expect(await listCards(owner)).toEqual(["4444"]);
  });

  test("ten times at once is changed once, and nine requests answer 409", async () => {
    const owner = await makePayingOwner();
    const sent = Array.from({ length: 10 }, () => change(owner, { token: "tok_mastercard" }));
    const results = await Promise.allSettled(sent);
    expect(results.filter(({ status }) => status === "fulfilled").length).toBeGreaterThanOrEqual(1);
    for (const result of results)
      if (result.status === "rejected") expect(result.reason).toMatchObject({ status: 409 });
    expect(await listCards(owner)).toEqual(["4444"]);
    const [subscription] = await listProviderSubscriptions(billing, owner);
    expect(subscription?.status).toBe("active");
  });
});

test("an account on the free plan has no card to change", async () => {
  const owner = await makeOwner(billing);
  await owner.choose({ plan: "free" });
  await expect(change(owner, { token: "tok_visa" })).rejects.toMatchObject({
    status: 409,
    messageKey: "billing:errors.no_card_needed",
  });
});

test("while the provider cannot be reached nothing changes, and the next request continues", async () => {
  const owner = await makePayingOwner();
  const away = billing.withPayments({ apiBase: "http://127.0.0.1:1" });
  await expect(change(owner, { token: "tok_mastercard" }, away)).rejects.toMatchObject({ status: 503 });
  expect(await findRow(owner)).toMatchObject({ cardLast4: "4242" });
  const [latest] = await findIntents(owner).then((intents) => intents.filter(({ kind }) => kind === "card"));
  expect(latest).toMatchObject({ status: "unanswered" });
  await change(owner, { token: "tok_mastercard" });
  expect(await findRow(owner)).toMatchObject({ cardLast4: "4444" });
});
