/** kill -9 at random times under traffic: the same product is killed and started again, and checked after each. */
import { setTimeout as wait } from "node:timers/promises";
import { makeRandom } from "../support/random";
import { classify, type Classes } from "./invariants/answers";
import { checkRows, findLost } from "./invariants/rows";
import type { StoreName } from "./kind";
import { addPayers, checkStage, waitUntilAgreed } from "./run";
import { openStage, type Stage } from "./stage";
import { WRITES } from "./traffic/flows";
import { startTraffic, type Exchange } from "./traffic/traffic";

const CLIENTS = 6;
const PAUSE_MS = 80;
/** A process serves for so long between its start and its end. */
const [SHORTEST_MS, LONGEST_MS] = [100, 1500];
/** After so many, traffic rests until everything is settled, and every invariant is checked. */
const BATCH = 20;
const SERVES_WITHIN_MS = 5000;

export interface KillsResult {
  kills: number;
  requests: number;
  classes: Classes;
  /** From the start of a new process to its first answer. */
  slowestStartMs: number;
  slowestAnswerMs: number;
  slowestMoneyMs: number;
  /** What was checked completely, after each batch. */
  checks: number;
  violations: string[];
}

export interface KillsOptions {
  kills: number;
  seed: number;
  print(line: string): void;
}

/** Kills the product on one database. Stops at the first batch that breaks an invariant. */
export async function killAtRandom(store: StoreName, options: KillsOptions): Promise<KillsResult> {
  const stage = await openStage(store);
  const result: KillsResult = {
    ...{ kills: 0, requests: 0, classes: classify([]), checks: 0, violations: [] },
    ...{ slowestStartMs: 0, slowestAnswerMs: 0, slowestMoneyMs: 0 },
  };
  const random = makeRandom(options.seed);
  try {
    while (result.kills < options.kills && result.violations.length === 0) {
      const count = Math.min(BATCH, options.kills - result.kills);
      const seed = options.seed * 1000 + result.kills;
      await killBatch(stage, result, { count, random, seed });
      options.print(
        `${store}: ${result.kills} kills, seed ${options.seed}, ${result.requests} requests, ` +
          `slowest start ${result.slowestStartMs} ms, money after ${result.slowestMoneyMs} ms`,
      );
    }
    return result;
  } finally {
    await stage.close();
  }
}

interface Batch {
  count: number;
  random: () => number;
  seed: number;
}

async function killBatch(stage: Stage, result: KillsResult, { count, random, seed }: Batch): Promise<void> {
  const { people, facts } = stage;
  const options = { people, facts, weights: WRITES, seed, clients: CLIENTS, pauseMs: PAUSE_MS };
  await addPayers(stage);
  const traffic = startTraffic(stage, options);
  try {
    for (let kill = 0; kill < count; kill += 1) {
      await wait(SHORTEST_MS + random() * (LONGEST_MS - SHORTEST_MS));
      await killOnce(stage, result);
      await addPayers(stage);
    }
  } finally {
    await wait(1000);
    await traffic.stop();
  }
  await settleBatch(stage, result, traffic.exchanges);
}

/** Checks what must hold although the next kill comes soon. What a charge has left open is settled when the batch has ended. */
async function killOnce(stage: Stage, result: KillsResult): Promise<void> {
  await stage.kill();
  const startedAt = Date.now();
  await stage.restart();
  const startMs = Date.now() - startedAt;
  result.kills += 1;
  result.slowestStartMs = Math.max(result.slowestStartMs, startMs);
  report(result, [
    ...(startMs > SERVES_WITHIN_MS ? [`served ${startMs} ms after the start`] : []),
    ...(await checkRows(stage.store)),
    ...(await findLost(stage.store, stage.facts)),
  ]);
}

async function settleBatch(stage: Stage, result: KillsResult, exchanges: readonly Exchange[]): Promise<void> {
  const { moneyMs, disagreements } = await waitUntilAgreed(stage, Date.now());
  const classes = classify(exchanges);
  for (const name of Object.keys(classes) as (keyof Classes)[]) result.classes[name] += classes[name];
  result.requests += exchanges.length;
  result.checks += 1;
  result.slowestMoneyMs = Math.max(result.slowestMoneyMs, moneyMs);
  const answered = exchanges.filter(({ status }) => status !== null);
  const slowest = Math.max(0, ...answered.map(({ startedAt, endedAt }) => endedAt - startedAt));
  result.slowestAnswerMs = Math.max(result.slowestAnswerMs, slowest);
  const odd = answered.filter(
    ({ status }) => (status ?? 0) >= 300 && ((status ?? 0) < 400 || status === 500),
  );
  report(result, [
    ...odd.map(({ flow, status, message }) => `${flow}: ${status} ${message}`),
    ...disagreements,
    ...(await checkStage(stage, { kills: result.kills })),
  ]);
}

function report(result: KillsResult, violations: readonly string[]): void {
  result.violations.push(...violations.map((violation) => `kill ${result.kills}: ${violation}`));
}
