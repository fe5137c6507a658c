/** One run of a fault under traffic: before it, during it, after it, and the invariants. */
import { setTimeout as wait } from "node:timers/promises";
import {
  checkAnswers,
  classify,
  listDuring,
  measureRecovery,
  measureSlowest,
  type Classes,
  type FaultWindow,
} from "./invariants/answers";
import { findSecrets } from "./invariants/log";
import { checkArrivals, findLateMails } from "./invariants/mails";
import { AGREES_WITHIN_MS, findDisagreements } from "./invariants/money";
import { checkRows, checkTokens, findLost } from "./invariants/rows";
import type { UnderTraffic } from "./kind";
import { APP_SECRET, type Stage } from "./stage";
import { WRITES } from "./traffic/flows";
import { makeOwners } from "./traffic/population";
import { startTraffic } from "./traffic/traffic";

const CLIENTS = 6;
const PAUSE_MS = 120;
const BEFORE_MS = 1500;
const FAULT_SECONDS = 4;
const AFTER_MS = 3000;
/** How many owners have not chosen a plan when a run begins. */
const PAYERS = 25;
const LOOK_EVERY_MS = 500;

export interface RunResult {
  /** The requests that ran during the fault. */
  requests: number;
  classes: Classes;
  slowestMs: number;
  recoveryMs: number;
  /** How long after the fault accounts and provider agreed. */
  moneyMs: number;
  violations: string[];
}

/** Runs the fault on the stage. The stage may be used again when nothing is wrong. */
export async function runUnderTraffic(stage: Stage, way: UnderTraffic, seed: number): Promise<RunResult> {
  await addPayers(stage);
  const { weights = WRITES } = way;
  const { people, facts } = stage;
  const options = { people, facts, weights, seed, clients: CLIENTS, pauseMs: PAUSE_MS };
  const traffic = startTraffic(stage, options);
  const fault = await applyFault(stage, way).catch(async (error: unknown) => {
    await traffic.stop();
    throw error;
  });
  await wait(AFTER_MS);
  await traffic.stop();
  await reach(stage);
  const { moneyMs, disagreements } = await waitUntilAgreed(stage, fault.endedAt);
  const during = listDuring(traffic.exchanges, fault);
  return {
    requests: during.length,
    classes: classify(during),
    slowestMs: measureSlowest(traffic.exchanges, fault),
    recoveryMs: measureRecovery(traffic.exchanges, fault),
    moneyMs,
    violations: [
      ...checkAnswers(traffic.exchanges, fault),
      ...disagreements,
      ...(await checkStage(stage)),
      ...((await way.check?.(stage)) ?? []),
    ],
  };
}

/** The fault may have ended the connection of the checks, too, which the first call finds out. */
async function reach({ store }: Stage): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    const isReached = await findLateMails(store).then(
      () => true,
      () => false,
    );
    if (isReached) return;
    await wait(LOOK_EVERY_MS);
  }
}

async function applyFault(stage: Stage, way: UnderTraffic): Promise<FaultWindow> {
  await wait(BEFORE_MS);
  const startedAt = Date.now();
  const mend = await way.harm(stage);
  await wait((way.seconds ?? FAULT_SECONDS) * 1000);
  // Before it is mended: the start of a process counts.
  const endedAt = Date.now();
  await mend();
  return { startedAt, endedAt, allows: way.allows };
}

/** Enough owners for every client that chooses a plan. */
export async function addPayers({ people, facts, ...stage }: Stage): Promise<void> {
  const missing = PAYERS - (people.payers.length - facts.subscribing.length);
  if (missing > 0) people.payers.push(...(await makeOwners(stage, missing, null)));
}

/** Waits until accounts and provider agree, at most as long as they may take. */
export async function waitUntilAgreed(
  stage: Stage,
  endedAt: number,
): Promise<{ moneyMs: number; disagreements: string[] }> {
  for (;;) {
    const disagreements = await findDisagreements(stage);
    const moneyMs = Date.now() - endedAt;
    if (disagreements.length === 0 || moneyMs > AGREES_WITHIN_MS) return { moneyMs, disagreements };
    await wait(LOOK_EVERY_MS);
  }
}

/** Every invariant but those about answers and money. `kills`: how often the process was killed in a row. */
export async function checkStage(stage: Stage, { kills = 1 } = {}): Promise<string[]> {
  const { store, mails, facts } = stage;
  const { exitCode, signalCode } = stage.product().process;
  return [
    ...(exitCode === null && signalCode === null ? [] : [`the process has ended: ${exitCode ?? signalCode}`]),
    ...(await checkRows(store)),
    ...(await findLost(store, facts)),
    ...checkTokens(facts),
    ...(await waitForMails(stage)),
    ...(await checkArrivals(store, mails, { kills })),
    ...findSecrets(stage.output(), facts, [APP_SECRET]),
  ];
}

const MAILS_WITHIN_MS = 60_000;

/** What has waited during the fault leaves one mail after the other. */
async function waitForMails({ store }: Stage): Promise<string[]> {
  const deadline = Date.now() + MAILS_WITHIN_MS;
  for (;;) {
    const late = await findLateMails(store);
    if (late.length === 0 || Date.now() > deadline) return late;
    await wait(LOOK_EVERY_MS);
  }
}
