// A change of plan whose payment its card holder never confirms: the card from before it pays again.
import { describe, expect, test } from "vitest";
import { planEntity } from "~/models/plan.server";
import { minutes } from "~/domain/limits";
import { runOperation } from "~/services/platform/operation.server";
import {
  authenticate,
  listProviderSubscriptions,
  makeOwner,
  prepareBilling,
} from "../../../../tests/support/billing";
import { followLife } from "../../../../tests/support/lifecycle";
import {
  ASKING_ORDER,
  discardAtProvider,
  makeWaitingOwner,
  onlyCard,
  readCards,
} from "../../../../tests/support/pending-changes";
import { createContext } from "../../../../tests/support/services";
import { getCard } from "../orders/card.server";
import { givePlan } from "../orders/give-time.server";
import { endPendingChanges } from "./pending-changes.server";
import { refreshAccount } from "./sync.server";

describe("a change that its card holder leaves", () => {
  const { billing, findRow, listIntents } = prepareBilling();

  test("a change that its card holder leaves ends with the provider's event, and the card from before pays the renewal", async () => {
    const life = followLife(billing);
    const { owner } = await makeWaitingOwner(billing);
    expect(await readCards(billing, owner)).toEqual({
      all: ["3220", "4242"],
      pays: "3220",
      byDefault: "3220",
    });
    await life.advance("day");
    expect(await readCards(billing, owner)).toEqual(onlyCard("4242"));
    expect((await listIntents(owner)).at(-1)).toMatchObject({ kind: "change", status: "failed" });
    await life.advance("month");
    expect(await findRow(owner)).toMatchObject({ planId: "pro", status: "active", cardLast4: "4242" });
    expect(await readCards(billing, owner)).toEqual(onlyCard("4242"));
  });
});

describe("a change that waits", () => {
  const { billing, findRow, listIntents } = prepareBilling();
  const findLatest = async (owner: Parameters<typeof listIntents>[0]) => (await listIntents(owner)).at(-1);

  test.each<[string, (accountId: string) => Promise<unknown>]>([
    ["with the next run of the job", () => endPendingChanges(billing.app)],
    ["with any sync", (accountId) => refreshAccount(billing.app, accountId)],
    [
      "once, however many notice it",
      (accountId) =>
        Promise.all([
          endPendingChanges(billing.app),
          endPendingChanges(billing.app),
          refreshAccount(billing.app, accountId),
        ]),
    ],
  ])("a waiting change discarded at the provider without an event ends %s", async (_how, notice) => {
    const { owner } = await makeWaitingOwner(billing);
    await discardAtProvider(billing, owner);
    await notice(owner.accountId);
    expect(await readCards(billing, owner)).toEqual(onlyCard("4242"));
    expect(await findLatest(owner)).toMatchObject({ status: "failed" });
    await refreshAccount(billing.app, owner.accountId);
    expect(await findRow(owner)).toMatchObject({ planId: "pro", cardLast4: "4242" });
  });

  test("a change that waits stays, and the job finishes it once it is confirmed", async () => {
    const { owner, secret } = await makeWaitingOwner(billing);
    await endPendingChanges(billing.app);
    await refreshAccount(billing.app, owner.accountId);
    expect(await findLatest(owner)).toMatchObject({ status: "needs_action" });
    expect((await readCards(billing, owner)).pays).toBe("3220");
    await authenticate(billing, secret);
    await endPendingChanges(billing.app);
    expect(await findLatest(owner)).toMatchObject({ status: "done" });
    expect(await findRow(owner)).toMatchObject({ planId: "scale", cardLast4: "3220" });
  });

  test("a change that waits ends when its card holder fails to confirm it", async () => {
    const { owner, secret } = await makeWaitingOwner(billing);
    await authenticate(billing, secret, "fail");
    await refreshAccount(billing.app, owner.accountId);
    expect(await readCards(billing, owner)).toEqual(onlyCard("4242"));
    await expect(owner.upgrade({ ...ASKING_ORDER, payment_intent: "pi_1" })).rejects.toMatchObject({
      status: 400,
      messageKey: "billing:refused.authentication",
    });
  });

  test("a change that waits is withdrawn minutes before a renewal, for which its card must not be charged", async () => {
    const { owner, secret } = await makeWaitingOwner(billing);
    const renewal = (await findRow(owner))?.currentPeriodEnd?.getTime() ?? 0;
    await endPendingChanges(billing.app, { now: new Date(renewal - minutes(4)) });
    expect(await findLatest(owner)).toMatchObject({ status: "needs_action" });
    await endPendingChanges(billing.app, { now: new Date(renewal - minutes(2)) });
    expect(await readCards(billing, owner)).toEqual(onlyCard("4242"));
    await expect(authenticate(billing, secret)).rejects.toThrow("400");
  });

  test("a change that waits leaves no card to an account that had none before it", async () => {
    const owner = await makeOwner(billing);
    const plan = await billing.app.store.findOne(planEntity, { id: "pro" });
    if (!plan) throw new Error("there is no plan");
    await givePlan(billing.app, { accountId: owner.accountId, plan, days: 20 });
    const [given] = await listProviderSubscriptions(billing, owner);
    const { payments } = billing.app;
    // A trial charges nothing, so the sandbox does not ask: the provider's answer is made up.
    const asks = { ...given, start: { kind: "needs_action" as const, clientSecret: "pi_1_secret_1" } };
    const found = await payments.findSubscription(given?.id ?? "");
    if (!found) throw new Error("there is no subscription");
    const changeSubscription = () => Promise.resolve({ ...found, start: asks.start });
    await owner.upgrade(ASKING_ORDER, { ...billing.app, payments: { ...payments, changeSubscription } });
    const readCard = async () =>
      (await runOperation(getCard, {}, await createContext(billing.app, owner))).data;
    expect(await readCard()).toMatchObject({ last4: "3220", pending: { last4: "3220", plan: "scale" } });
    await endPendingChanges(billing.app);
    expect(await readCards(billing, owner)).toEqual({ all: [], pays: null, byDefault: null });
    expect(await readCard()).toBeNull();
  });
});
