/** Prints and keeps what came of each run. */
import { openGit } from "../../scripts/upgrade/git.mjs";
import { KINDS } from "./kinds";
import { killAtRandom } from "./kills";
import type { Kind, StoreName } from "./kind";
import { readResults, writeResults, type Kept, type Results } from "./results";

const VIOLATIONS_KEPT = 3;
const VIOLATIONS_PRINTED = 10;

/** What a run has found. */
export type Found = Omit<Kept, "date" | "commit" | "seed">;

export interface Keeper {
  /** Makes a run. One that throws does not hold. */
  keep(kind: Kind, on: StoreName | "tests", work: () => Promise<Found>): Promise<void>;
  keepKills(store: StoreName, kills: number): Promise<void>;
  /** Whether everything has. */
  hasHeld(): boolean;
}

interface KeeperOptions {
  root: string;
  seed: number;
  /** Nothing is written then. */
  isDry: boolean;
}

/** Rows of what is run now replace those of before; the others stay. */
export function openKeeper({ root, seed, isDry }: KeeperOptions): Keeper {
  let hasHeld = true;
  let written = Promise.resolve();
  const about = () => ({
    date: new Date().toISOString().slice(0, 10),
    commit: openGit(root)("rev-parse", "--short=8", "HEAD"),
    seed,
  });
  const note = (violations: readonly string[], again: string) => {
    for (const violation of violations.slice(0, VIOLATIONS_PRINTED)) print(`         ${violation}`);
    if (violations.length === 0) return;
    hasHeld = false;
    print(`         again: npm run test:faults -- ${again} --seed ${seed}`);
  };
  // One after the other: the databases are tried side by side. The rows are read again, because another run may have written some.
  const write = (change: (results: Results) => void) =>
    (written = written.then(async () => {
      if (isDry) return;
      const results = readResults(root);
      change(results);
      await writeResults(root, results, KINDS);
    }));
  return {
    async keep(kind, on, work) {
      const startedAt = Date.now();
      const found = await work().catch(toFailure);
      print(describeRun({ kind, on, seconds: (Date.now() - startedAt) / 1000, found }));
      note(found.violations, `--only ${kind.id}${on === "tests" ? "" : ` --store ${on}`}`);
      const kept = { ...about(), ...found };
      await write((results) => keepRun(results, { id: kind.id, on, kept }));
    },
    async keepKills(store, kills) {
      if (kills === 0) return;
      const found = await killAtRandom(store, { kills, seed, print });
      print(`${found.violations.length === 0 ? "ok    " : "FAILED"} ${found.kills} kills on ${store}`);
      note(found.violations, `--kills ${kills} --store ${store}`);
      const kept = { ...about(), ...found, violations: cutViolations(found.violations) };
      await write(({ kills: all }) => void (all[store] = kept));
    },
    hasHeld: () => hasHeld,
  };
}

function toFailure(error: unknown): Found {
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { runs: 0, violations: [reason] };
}

function keepRun(
  { kinds }: Results,
  { id, on, kept }: { id: string; on: StoreName | "tests"; kept: Kept },
): void {
  kinds[id] = { ...kinds[id], [on]: { ...kept, violations: cutViolations(kept.violations) } };
}

/** The first lines of the first few. */
function cutViolations(violations: readonly string[]): string[] {
  return violations.slice(0, VIOLATIONS_KEPT).map((text) => text.split("\n")[0] ?? "");
}

interface Described {
  kind: Kind;
  on: string;
  seconds: number;
  found: Found;
}

function describeRun({ kind, on, seconds, found }: Described): string {
  const { runs, requests, classes, slowestMs, recoveryMs, moneyMs, violations } = found;
  const start = `${violations.length === 0 ? "ok    " : "FAILED"} ${kind.id.padEnd(28)} ${on.padEnd(8)}`;
  const line = `${start} ${seconds.toFixed(1).padStart(5)} s  `;
  if (!classes) return `${line}${runs} runs`;
  const { right, refused, unavailable, broken, wrong } = classes;
  return (
    `${line}${requests} requests: ${right} right, ${refused} 4xx, ${unavailable} 503, ${broken} broken, ${wrong} other; ` +
    `slowest ${slowestMs} ms, served after ${recoveryMs} ms, money after ${moneyMs} ms`
  );
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
