/** The inbox of webhook events on every store: any order, repetition and loss, then one reconciliation, end in the same rows. */
import fc from "fast-check";
import { v7 as uuid } from "uuid";
import { beforeAll, expect, test } from "vitest";
import { providerEventEntity } from "~/models/provider-event.server";
import { invoiceEntity } from "~/models/invoice.server";
import { subscriptionEntity } from "~/models/subscription.server";
import { userEntity } from "~/models/user.server";
import type { OpenStore } from "~/models/store/database";
import type { App } from "~/services/platform/app.server";
import { insertShippedPlans } from "~/services/billing/plans/plans.server";
import { reconcileAccount } from "~/services/billing/sync/reconcile-account.server";
import { receiveEvent, replayEvent } from "~/services/billing/sync/provider-events.server";
import { readWebhooks } from "~/services/master/provider-events.server";
import type { Delivery } from "../support/billing";
import { LIFE, makeFakeProvider, type FakeProvider } from "../support/fake-provider";
import { makeApp } from "../support/services";
import { describeStores } from "../support/stores";
import { buildSubscription, buildUser } from "./rows";

const RUNS = 200;
const RUNS_ELSEWHERE = 25;

/** A step of a run: the provider changes, or some of its events so far are delivered at once. */
type RunStep = { advance: true } | { deliver: number[] };

const steps: fc.Arbitrary<RunStep[]> = fc.array(
  fc.oneof(
    fc.constant<RunStep>({ advance: true }),
    fc.record({ deliver: fc.array(fc.nat(LIFE.length), { minLength: 1, maxLength: 4 }) }),
  ),
  { maxLength: 24 },
);

await describeStores("the webhook inbox", (fresh, { name }) => {
  let store: OpenStore;
  beforeAll(async () => {
    store = fresh().store;
    await insertShippedPlans(store);
    // Setup is over, which would show such events.
    await store.insert(userEntity, buildUser());
  });

  async function openAccount(): Promise<{ app: App; provider: FakeProvider; accountId: string }> {
    const accountId = uuid();
    const provider = makeFakeProvider(accountId.slice(-12) + accountId.slice(0, 8));
    const { customerId, billing } = provider;
    const row = { id: accountId, planId: "team", customerId, providerId: billing.subscription?.id ?? null };
    await store.insert(subscriptionEntity, buildSubscription({ ...row, status: "trialing" }));
    const app = makeApp({ store, folder: "/tmp/no-folder", payments: provider.payments });
    return { app, provider, accountId };
  }

  /** Reads the rows that the pages show, without ids that differ between accounts. */
  async function readRows(accountId: string) {
    const row = await store.findOne(subscriptionEntity, { id: accountId });
    const invoices = await store.find(
      invoiceEntity,
      { accountId },
      { order: { by: "issuedAt", direction: "asc" } },
    );
    const {
      id: _,
      customerId: _c,
      providerId: _p,
      revision: _r,
      updatedAt: _u,
      ...shown
    } = row ?? buildSubscription();
    return { shown, invoices: invoices.map(({ id: _i, accountId: _a, ...invoice }) => invoice) };
  }

  async function live(run: readonly RunStep[]) {
    const { app, provider, accountId } = await openAccount();
    const sent: Delivery[] = [];
    let place = 0;
    const advance = () => {
      const step = LIFE[place];
      if (!step) return;
      place += 1;
      step.change(provider.billing);
      sent.push(provider.emit(step.type));
    };
    for (const step of run) {
      if ("advance" in step) advance();
      else
        await Promise.all(
          step.deliver.flatMap((index) => {
            const delivery = sent[index % Math.max(sent.length, 1)];
            return delivery ? [receiveEvent(app, delivery)] : [];
          }),
        );
    }
    while (place < LIFE.length) advance(); // These events are lost.
    await reconcileAccount(app, accountId);
    return readRows(accountId);
  }

  test("any order, repetition and loss of a lifecycle's events, then one reconciliation, end in the same rows", async () => {
    const inOrder = LIFE.flatMap((_, index): RunStep[] => [{ advance: true }, { deliver: [index] }]);
    const expected = await live(inOrder);
    expect(expected).toMatchObject({
      shown: { status: "canceled", planId: "scale", seats: 3, cardLast4: "4444" },
      invoices: [{ status: "paid" }, { status: "paid", amountRefundedMinor: 500 }, { status: "paid" }],
    });
    await fc.assert(
      fc.asyncProperty(steps, async (run) => {
        expect(await live(run)).toEqual(expected);
      }),
      { numRuns: name === "SQLite" ? RUNS : RUNS_ELSEWHERE },
    );
  }, 240_000);

  test("one event delivered fifty times at once is applied once", async () => {
    const { app, provider, accountId } = await openAccount();
    LIFE[0]?.change(provider.billing);
    const delivery = provider.emit("invoice.paid");
    await Promise.all(Array.from({ length: 50 }, () => receiveEvent(app, delivery)));
    const row = await store.findOne(subscriptionEntity, { id: accountId });
    expect(row).toMatchObject({ status: "active", revision: 1 });
    const { id } = JSON.parse(delivery.body.toString()) as { id: string };
    expect(await store.find(providerEventEntity, { id })).toMatchObject([
      { status: "applied", failure: null },
    ]);
  });

  test("an event that cannot be applied is listed with its reason, and a replay applies it", async () => {
    const { app, provider, accountId } = await openAccount();
    LIFE[0]?.change(provider.billing);
    const delivery = provider.emit("invoice.paid");
    const away: App = {
      ...app,
      payments: { ...app.payments, readBilling: () => Promise.reject(new Error("no answer within 8 s")) },
    };
    for (const attempt of [1, 2]) {
      await expect(receiveEvent(away, delivery), String(attempt)).rejects.toMatchObject({ status: 503 });
    }
    const { webhooks } = await readWebhooks(store, { status: "failed" });
    const { id } = JSON.parse(delivery.body.toString()) as { id: string };
    expect(webhooks.find((each) => each.id === id)).toMatchObject({
      status: "failed",
      attempts: 2,
      failure: "Error: no answer within 8 s",
    });
    await replayEvent(app, id);
    expect(await store.findOne(providerEventEntity, { id })).toMatchObject({
      status: "applied",
      attempts: 3,
    });
    expect(await store.findOne(subscriptionEntity, { id: accountId })).toMatchObject({ status: "active" });
    await replayEvent(app, id);
    await expect(replayEvent(app, "evt_unknown")).rejects.toMatchObject({ status: 404 });
  });

  test("events of an unknown customer, and of a deleted account, are ignored and not stored", async () => {
    const { app, provider, accountId } = await openAccount();
    await store.remove(subscriptionEntity, { id: accountId });
    const delivery = provider.emit("customer.subscription.deleted");
    await receiveEvent(app, delivery);
    const { id } = JSON.parse(delivery.body.toString()) as { id: string };
    expect(await store.count(providerEventEntity, { id })).toBe(0);
  });
});
