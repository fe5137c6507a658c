/**
 * A minute of mixed load on three processes that share PostgreSQL and Redis, while one of them is killed, PostgreSQL restarts and Redis
 * is emptied and stopped.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startPostgres } from "../../support/postgres-server";
import { startRedis } from "../../support/redis-server";
import { runFaults, type Fault, type PlannedFault } from "./faults";
import type { Finding } from "./answers";
import { checkInvariants } from "./invariants";
import { populate } from "../traffic/population";
import { printFaults, printFindings, printFlows, printLog } from "./print-load";
import { settle } from "./settle";
import { openStage, type LoadStage } from "./stage";
import { startTraffic, type Exchange } from "../traffic/traffic";

const SECONDS = 60;
const CLIENTS = 16;
const PROCESSES = 3;
const SIZES = { visitors: 30, keyed: 6, teams: 4, payers: 150 };

type Servers = [Awaited<ReturnType<typeof startPostgres>>, Awaited<ReturnType<typeof startRedis>>];

export interface Played {
  exchanges: readonly Exchange[];
  faults: readonly Fault[];
  findings: readonly Finding[];
}

/** Plays the minute, prints what happened, and returns it. */
export async function playSeveralProcesses(seed: number): Promise<Played> {
  const folder = mkdtempSync(join(tmpdir(), "load-servers-"));
  chmodSync(folder, 0o755);
  const [postgres, redis] = [await startPostgres(folder), await startRedis()];
  const shared = { databaseUrl: postgres.url, redisUrl: redis.url };
  try {
    const stage = await openStage({ ...shared, hosts: PROCESSES });
    try {
      return await walk(stage, [postgres, redis], seed);
    } finally {
      await stage.close();
    }
  } finally {
    await Promise.all([postgres.close(), redis.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function walk(stage: LoadStage, servers: Servers, seed: number): Promise<Played> {
  const people = await populate(stage, SIZES);
  const startedAt = Date.now();
  const traffic = startTraffic(stage, { people, clients: CLIENTS, seed });
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
    `seed ${seed}, ${SECONDS} s, ${CLIENTS} clients, load average ${loadavg()[0]?.toFixed(1)}\n`,
  );
  printFlows(exchanges);
  printFaults(exchanges, faults);
  printLog(output);
  printFindings(findings);
  return { exchanges, faults, findings };
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
