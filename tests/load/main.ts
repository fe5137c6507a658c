/**
 * The program of `npm run test:load`: a minute of mixed load on three processes that share PostgreSQL and Redis, which
 * fail meanwhile. Prints what happened, and ends with 1 when an invariant does not hold. With `--throughput` it
 * compares three processes with one instead. `LOAD_SEED`, `LOAD_SECONDS` and `LOAD_CLIENTS` replace 1, 60 and 16.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startPostgres } from "../support/postgres-server";
import { startRedis } from "../support/redis-server";
import { runFaults, type PlannedFault } from "./faults";
import type { Finding } from "./answers";
import { checkInvariants } from "./invariants";
import { populate } from "./population";
import { printFaults, printFindings, printFlows, printLog } from "./print";
import { settle } from "./settle";
import { openStage, type LoadStage } from "./stage";
import { compareThroughput } from "./throughput";
import { startTraffic } from "./traffic";

const { values } = parseArgs({ options: { throughput: { type: "boolean", default: false } } });
const SEED = Number(process.env.LOAD_SEED ?? 1);
const SECONDS = Number(process.env.LOAD_SECONDS ?? 60);
const CLIENTS = Number(process.env.LOAD_CLIENTS ?? 16);
const PROCESSES = 3;
const SIZES = { visitors: 30, keyed: 6, teams: 4, payers: 150 };

type Servers = [Awaited<ReturnType<typeof startPostgres>>, Awaited<ReturnType<typeof startRedis>>];

/** Returns whether every invariant holds. */
async function runLoad(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "load-servers-"));
  chmodSync(folder, 0o755);
  const [postgres, redis] = [await startPostgres(folder), await startRedis()];
  const shared = { databaseUrl: postgres.url, redisUrl: redis.url };
  try {
    if (values.throughput) {
      await compareThroughput(shared);
      return true;
    }
    const stage = await openStage({ ...shared, hosts: PROCESSES });
    try {
      return await walk(stage, [postgres, redis]);
    } finally {
      await stage.close();
    }
  } finally {
    await Promise.all([postgres.close(), redis.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function walk(stage: LoadStage, servers: Servers): Promise<boolean> {
  const people = await populate(stage, SIZES);
  const startedAt = Date.now();
  const traffic = startTraffic(stage, { people, clients: CLIENTS, seed: SEED });
  const faults = await runFaults(planFaults(stage, servers));
  await wait(Math.max(0, startedAt + SECONDS * 1000 - Date.now()));
  await traffic.stop();
  const waiting = await settle(stage, faults);
  const output = await stage.stopProducts();
  const { exchanges, facts } = traffic;
  const findings: Finding[] = await checkInvariants({ stage, people, facts, exchanges, faults });
  const left = Object.entries(waiting).map(([what, count]) => `${count} ${what}`);
  findings.push({ invariant: "everything is done in the end", detail: "", violations: left });
  process.stdout.write(
    `seed ${SEED}, ${SECONDS} s, ${CLIENTS} clients, load average ${loadavg()[0]?.toFixed(1)}\n`,
  );
  printFlows(exchanges);
  printFaults(exchanges, faults);
  printLog(output);
  return printFindings(findings);
}

/** Spread over the minute. */
function planFaults(stage: LoadStage, [postgres, redis]: Servers): PlannedFault[] {
  return [
    {
      name: "kill -9 of one process",
      at: SECONDS * 0.2,
      excuses: "broken",
      run: () => stage.kill(0),
    },
    { name: "its start", at: SECONDS * 0.25, excuses: null, run: () => stage.revive(0) },
    {
      name: "restart of PostgreSQL",
      at: SECONDS * 0.4,
      excuses: "unavailable",
      run: () => postgres.restart(),
    },
    { name: "flush of Redis", at: SECONDS * 0.6, excuses: null, run: () => redis.flush() },
    {
      name: "Redis away for 5 s",
      at: SECONDS * 0.7,
      excuses: null,
      async run() {
        await redis.stop();
        await wait(5000);
        await redis.start();
      },
    },
  ];
}

process.exitCode = (await runLoad()) ? 0 : 1;
