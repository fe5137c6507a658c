// The card of a change of plan that waits for its card holder: what the owner sees and does meanwhile, and what happens elsewhere.
import { describe, expect, test } from "vitest";
import { billingIntentEntity } from "~/models/billing-intent.server";
import { minutes } from "~/domain/limits";
import { runOperation } from "~/services/platform/operation.server";
import { authenticate, listMailsFor, prepareBilling, type Owner } from "../../../../tests/support/billing";
import {
  ASKING_ORDER,
  discardAtProvider,
  makeWaitingOwner,
  onlyCard,
  readCards,
  selectAtProvider,
} from "../../../../tests/support/pending-changes";
import { createContext, runConcurrently } from "../../../../tests/support/services";
import { endPendingChanges } from "../sync/pending-changes.server";
import { refreshAccount } from "../sync/sync.server";
import { getCard, updateCard } from "./card.server";

describe("while a change waits", () => {
  const { billing, findRow } = prepareBilling();

  async function changeCard(owner: Owner, input: object) {
    return runOperation(updateCard, input, await createContext(billing.app, owner));
  }

  test("GET /api/account/card names the card that pays, and the one that waits", async () => {
    const { owner, secret } = await makeWaitingOwner(billing);
    const readCard = async () =>
      (await runOperation(getCard, {}, await createContext(billing.app, owner))).data;
    const pending = { brand: "visa", last4: "3220", plan: "scale" };
    expect(await readCard()).toMatchObject({ brand: "visa", last4: "4242", pending });
    await refreshAccount(billing.app, owner.accountId);
    expect(await readCard()).toMatchObject({ last4: "4242", pending });
    await authenticate(billing, secret);
    await refreshAccount(billing.app, owner.accountId);
    expect(await readCard()).toMatchObject({ last4: "3220", pending: null });
  });

  test("another card that the owner chooses pays, and nothing is restored afterwards", async () => {
    const { owner } = await makeWaitingOwner(billing);
    await changeCard(owner, { token: "tok_mastercard" });
    await discardAtProvider(billing, owner);
    await endPendingChanges(billing.app);
    await refreshAccount(billing.app, owner.accountId);
    expect(await readCards(billing, owner)).toEqual(onlyCard("4444"));
    expect(await findRow(owner)).toMatchObject({ planId: "pro", cardLast4: "4444" });
  });

  test("the same card pays once the owner chooses it as the card on file", async () => {
    const { owner } = await makeWaitingOwner(billing);
    const { token } = ASKING_ORDER;
    const { payment } = await changeCard(owner, { token });
    await authenticate(billing, payment?.client_secret ?? "");
    await changeCard(owner, { token, setup_intent: "seti_1" });
    await endPendingChanges(billing.app);
    expect(await readCards(billing, owner)).toEqual(onlyCard("3220"));
  });

  test("the same change without a card is charged to the card on file", async () => {
    const { owner } = await makeWaitingOwner(billing);
    expect((await owner.upgrade({ plan: "scale" })).data).toMatchObject({ plan: "scale" });
    expect(await readCards(billing, owner)).toEqual(onlyCard("4242"));
  });

  test("a second change with another card keeps the card from before the first", async () => {
    const { owner } = await makeWaitingOwner(billing);
    await owner.upgrade({ plan: "pro-yearly", token: "tok_threeDSecure2Required" });
    await discardAtProvider(billing, owner);
    await endPendingChanges(billing.app);
    expect(await readCards(billing, owner)).toEqual(onlyCard("4242"));
  });

  test("of five concurrent orders of another plan, one is carried out, with the card on file", async () => {
    const { owner } = await makeWaitingOwner(billing);
    const { answers, refusals } = await runConcurrently(5, () => owner.upgrade({ plan: "pro-yearly" }));
    expect([answers.length, refusals.map(({ status }) => status)]).toEqual([1, [409, 409, 409, 409]]);
    expect(await findRow(owner)).toMatchObject({ planId: "pro-yearly" });
    expect(await readCards(billing, owner)).toEqual(onlyCard("4242"));
  });
});

describe("the card from before", () => {
  const { billing, findRow, listIntents, makeCustomer } = prepareBilling();

  test("the card from before is not restored when it was removed at the provider, and the change ends all the same", async () => {
    const { owner } = await makeWaitingOwner(billing);
    const previous = (await listIntents(owner)).at(-1)?.formerCardId ?? "";
    await billing.stripe.paymentMethods.detach(previous);
    await discardAtProvider(billing, owner);
    await endPendingChanges(billing.app);
    expect((await listIntents(owner)).at(-1)).toMatchObject({ status: "failed" });
    expect(await readCards(billing, owner)).toEqual(onlyCard("3220"));
    await owner.upgrade({ plan: "scale", token: "tok_visa" });
    expect(await findRow(owner)).toMatchObject({ planId: "scale" });
  });

  test("the card from before is not restored over a card that was selected at the provider meanwhile", async () => {
    const { owner } = await makeWaitingOwner(billing);
    await selectAtProvider(billing, owner, "tok_mastercard");
    await discardAtProvider(billing, owner);
    await endPendingChanges(billing.app);
    expect(await readCards(billing, owner)).toMatchObject({ pays: "4444", byDefault: "4242" });
  });

  test("the card from before is the subscription's own, where that differs from the customer's", async () => {
    const owner = await makeCustomer("pro");
    await selectAtProvider(billing, owner, "tok_mastercard");
    await owner.upgrade(ASKING_ORDER);
    await discardAtProvider(billing, owner);
    await endPendingChanges(billing.app);
    expect((await readCards(billing, owner)).pays).toBe("4444");
  });
});

describe("the mails about a payment", () => {
  const { billing } = prepareBilling();

  const setAge = (owner: Owner, ages: { created: number; requested: number | null }) =>
    billing.app.store.update(
      billingIntentEntity,
      { openClaim: owner.accountId },
      {
        createdAt: new Date(Date.now() - minutes(ages.created)),
        requestedAt: ages.requested === null ? null : new Date(Date.now() - minutes(ages.requested)),
      },
    );

  async function listPaymentMails(owner: Owner): Promise<string[]> {
    await refreshAccount(billing.app, owner.accountId);
    const mails = await listMailsFor(billing.app.store, owner);
    return mails.filter((template) => template.startsWith("payment"));
  }

  test("the mails about a payment wait for half an hour after the owner's last request, and no longer", async () => {
    const { owner } = await makeWaitingOwner(billing);
    await setAge(owner, { created: 90, requested: 29 });
    expect(await listPaymentMails(owner)).toEqual([]);
    await setAge(owner, { created: 90, requested: 90 });
    await owner.upgrade({ ...ASKING_ORDER, payment_intent: "pi_1" });
    expect(await listPaymentMails(owner)).toEqual([]);
    await setAge(owner, { created: 90, requested: 31 });
    expect(await listPaymentMails(owner)).toEqual(["payment_action"]);
  });

  test("the mails about a payment go by the age of an intent whose requests were not recorded", async () => {
    const { owner } = await makeWaitingOwner(billing);
    await setAge(owner, { created: 29, requested: null });
    expect(await listPaymentMails(owner)).toEqual([]);
    await setAge(owner, { created: 31, requested: null });
    expect(await listPaymentMails(owner)).toEqual(["payment_action"]);
  });
});
