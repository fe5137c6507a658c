// A process that dies, or only stalls, while it selects a card for a change of plan or takes the card back.
import { EventEmitter, once } from "node:events";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { minutes } from "~/domain/limits";
import type { App } from "~/services/platform/app.server";
import { prepareBilling, type Owner } from "../../../../tests/support/billing";
import { startGate, type Gate } from "../../../../tests/support/fault-gate";
import { endLease } from "../../../../tests/support/leases";
import {
  ASKING_ORDER,
  discardAtProvider,
  makeWaitingOwner,
  onlyCard,
  readCards,
} from "../../../../tests/support/pending-changes";
import { endPendingChanges } from "../sync/pending-changes.server";
import { recoverIntents } from "../sync/reconcile.server";
import { refreshAccount } from "../sync/sync.server";

/** A product whose calls to the provider pass a gate. */
function prepareGatedBilling() {
  const prepared = prepareBilling();
  const gated = {} as { gate: Gate; app: App };
  beforeAll(async () => {
    gated.gate = await startGate();
    gated.gate.connect({ provider: prepared.billing.apiBase, webhook: "" });
    gated.app = prepared.billing.withPayments({ apiBase: gated.gate.url });
  });
  afterAll(() => gated.gate.close());
  return { ...prepared, gated };
}

/**
 * Runs `work` until the provider has carried out its change with this number, then `meanwhile`, and then lets the answer
 * arrive after all. Returns whether there was such a change.
 */
async function stallAt(
  gate: Gate,
  number: number,
  { work, meanwhile }: Record<"work" | "meanwhile", () => Promise<void>>,
): Promise<boolean> {
  const signals = new EventEmitter();
  const [stalled, released] = [once(signals, "stalled"), once(signals, "released")];
  let changes = 0;
  gate.watch({
    async between({ method }): Promise<"pass"> {
      if (method === "POST") changes += 1;
      if (method !== "POST" || changes !== number) return "pass";
      signals.emit("stalled");
      await released;
      return "pass";
    },
  });
  const done = work();
  const isStalled = await Promise.race([stalled.then(() => true), done.then(() => false)]);
  if (isStalled) await meanwhile();
  signals.emit("released");
  await done;
  return isStalled;
}

describe.each([
  { name: "the change itself", isWaiting: false, changes: 5 },
  { name: "taking the card back", isWaiting: true, changes: 4 },
])("$name", ({ isWaiting, changes }) => {
  const { billing, findRow, listIntents, makeCustomer, gated } = prepareGatedBilling();

  async function expectPreviousCard(owner: Owner, when: string): Promise<void> {
    expect(await readCards(billing, owner), when).toEqual(onlyCard("4242"));
    expect((await listIntents(owner)).at(-1), when).toMatchObject({ kind: "change", status: "failed" });
    expect(await findRow(owner), when).toMatchObject({ planId: "pro", cardLast4: "4242" });
  }

  /** Does the regular work of every process; then the provider discards the change that waits for its user. */
  async function recover(owner: Owner): Promise<void> {
    await endLease(billing.app.store, owner);
    await recoverIntents(billing.app, () => false);
    await discardAtProvider(billing, owner);
    await endPendingChanges(billing.app);
    await refreshAccount(billing.app, owner.accountId);
  }

  async function run(owner: Owner): Promise<void> {
    const renewal = (await findRow(owner))?.currentPeriodEnd?.getTime() ?? 0;
    if (isWaiting) await endPendingChanges(gated.app, { now: new Date(renewal - minutes(1)) });
    // A stalled request that goes on finds its intent closed.
    else await owner.upgrade(ASKING_ORDER, gated.app).catch(() => undefined);
  }

  test("a process that dies or stalls after any call leaves the card from before", async () => {
    // The provider gets the prices with the first change.
    await makeWaitingOwner(billing);
    let made = 0;
    for (let isStalled = true; isStalled; made += 1) {
      const owner = isWaiting ? (await makeWaitingOwner(billing)).owner : await makeCustomer("pro");
      isStalled = await stallAt(gated.gate, made + 1, {
        work: () => run(owner),
        async meanwhile() {
          await recover(owner);
          await expectPreviousCard(owner, `dead after change ${made + 1}`);
        },
      });
      if (isStalled || isWaiting) await expectPreviousCard(owner, `stalled after change ${made + 1}`);
    }
    expect(made - 1).toBe(changes);
  });
});
