/**
 * `npm run bench -- --lists`: every list at 100,000 members and a million events, on each database that answers. Operations
 * run in this process, without HTTP, so the figures are the database's and the list's own.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { countRecentEvents } from "../../../app/services/master/tracked-events.server";
import { runOperation, type Context } from "../../../app/services/platform/operation.server";
import { createContext, makeApp } from "../../../tests/support/services";
import { listReachableStores, sayUnreached, type StoreKind } from "../../../tests/support/stores";
import { listCases, type ListCase } from "./cases";
import { growDatabase, type Sizes } from "./grow";

const SIZES: Sizes = { members: 100_000, events: 1_000_000, others: 200_000, keys: 100 };
const ROUNDS = 7;
const GOAL_MS = 100;

const folder = mkdtempSync(join(tmpdir(), "groundwork-lists-"));
const { values } = parseArgs({
  options: {
    lists: { type: "boolean" },
    /** The beginning of a database's name. */
    store: { type: "string", default: "" },
    /** Only the lists whose group begins with one of these, with commas between them. */
    groups: { type: "string", default: "" },
  },
});
const only = values.store.toLowerCase();
const groups = values.groups.split(",");
try {
  console.log(`${JSON.stringify(SIZES)}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1) ?? ""}`);
  const kinds = await listReachableStores();
  const chosen = kinds.filter(({ name }) => name.toLowerCase().startsWith(only));
  if (chosen.length === 0)
    throw new Error(`--store is one of ${kinds.map(({ name }) => name).join(", ")}, not ${only}`);
  for (const kind of chosen) await measureStore(kind);
  console.log(await sayUnreached());
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measureStore(kind: StoreKind): Promise<void> {
  const { store, url, drop } = await kind.create();
  try {
    const startedAt = performance.now();
    const people = await growDatabase({ store, url }, SIZES);
    console.log(`\n${kind.name}: filled in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
    const app = makeApp({ store, folder });
    const contexts = {
      owner: await createContext(app, people.owner),
      master: await createContext(app, people.master),
    };
    const chosen = (await listCases(store, SIZES)).filter(({ group }) =>
      groups.some((start) => group.startsWith(start)),
    );
    const byGroup = new Map<string, Measured[]>();
    for (const measured of await measureCases(chosen, contexts))
      byGroup.set(measured.group, [...(byGroup.get(measured.group) ?? []), measured]);
    for (const [group, all] of byGroup) printGroup(group, all);
    const counted = await time(() => countRecentEvents(store));
    console.log(`${"events: counted by name, a week".padEnd(32)} ${format(counted)}`);
  } finally {
    await drop();
  }
}

interface Measured extends ListCase {
  times: number[];
}

/** Each case once to warm up, and then all of them in rounds, so that a slow second spreads over all. */
async function measureCases(
  cases: readonly ListCase[],
  contexts: Record<ListCase["by"], Context>,
): Promise<Measured[]> {
  const measured = cases.map((one): Measured => ({ ...one, times: [] }));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { by, operation, input, times } of measured) {
      const took = await time(() => runOperation(operation, input, contexts[by]));
      if (round > 0) times.push(took);
    }
  }
  return measured;
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function printGroup(group: string, all: readonly Measured[]): void {
  const times = all.flatMap(({ times: some }) => some);
  const slowest = [...all].sort((one, other) => median(other.times) - median(one.times)).slice(0, 3);
  const over = all.filter(({ times: some }) => median(some) > GOAL_MS).length;
  console.log(
    `${group.padEnd(32)} p50 ${format(quantile(times, 0.5))}  p95 ${format(quantile(times, 0.95))}  ` +
      `cases ${String(all.length).padStart(3)}  over ${GOAL_MS} ms: ${over}`,
  );
  for (const { input, times: some } of slowest)
    console.log(`    ${format(median(some))}  ${new URLSearchParams(input).toString()}`);
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

function format(ms: number): string {
  return `${ms.toFixed(1).padStart(6)} ms`;
}
