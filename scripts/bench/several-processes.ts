/**
 * The program of `npm run bench -- --throughput`: how much more three processes answer than one, over PostgreSQL and Redis. In turns, so
 * that what else the machine does hits both.
 */
import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "~/models/store/open-store";
import type { LoadResult } from "./load/result";
import { resolveFromRoot } from "../lib/root.mjs";
import { listChildren } from "../../tests/support/child-process";
import { makeTestUser, type TestUser } from "../../tests/support/users";
import { startProduct } from "../../tests/support/product";
import { startPostgres } from "../../tests/support/postgres-server";
import { startRedis } from "../../tests/support/redis-server";
import { printTable } from "../../tests/support/print-table";

const ROUNDS = 3;
const CONNECTIONS = 32;
const WARM_UP_SECONDS = 2;
const MEASURED_SECONDS = 6;
const SEVERAL = 3;

interface Shared {
  databaseUrl: string;
  redisUrl: string;
}

/** Compares on servers of its own. */
async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "throughput-servers-"));
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755);
  const [postgres, redis] = [await startPostgres(folder), await startRedis()];
  try {
    await compareThroughput({ databaseUrl: postgres.url, redisUrl: redis.url });
  } finally {
    await Promise.all([postgres.close(), redis.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Compares WEB_CONCURRENCY=3 with 1 on pages and calls of a signed-in user. Nothing is pinned: generator and database
 * take their share of the same cores, so with two cores the ratio is at most two minus that share.
 */
async function compareThroughput(shared: Shared): Promise<void> {
  const store = await openStore(shared.databaseUrl);
  await store.migrate();
  const person = await makeTestUser(store, { permission: "owner", isVerified: true, subscription: "active" });
  await store.close();
  const rounds: { one: Measured; several: Measured; load: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const one = await measure(shared, person, 1);
    const several = await measure(shared, person, SEVERAL);
    rounds.push({ one, several, load: loadavg()[0] ?? 0 });
  }
  printTable(
    [
      "round",
      "1 process/s",
      `${SEVERAL} processes/s`,
      "ratio",
      "CPU ms of one",
      "of several",
      "failed",
      "load average",
    ],
    rounds.map(({ one, several, load }, index) => [
      index + 1,
      Math.round(one.perSecond),
      Math.round(several.perSecond),
      (several.perSecond / one.perSecond).toFixed(2),
      one.cpuMs.toFixed(2),
      several.cpuMs.toFixed(2),
      one.failures + several.failures,
      load.toFixed(1),
    ]),
  );
  const ratios = rounds.map(({ one, several }) => several.perSecond / one.perSecond).sort((a, b) => a - b);
  const median = ratios[Math.floor(ratios.length / 2)] ?? 0;
  process.stdout.write(`median ${median.toFixed(2)} on ${availableParallelism()} cores\n`);
}

/** `cpuMs` is the processor time of the product's processes for each request: what else the machine does hardly changes it. */
type Measured = LoadResult & { cpuMs: number };

async function measure(shared: Shared, person: TestUser, processes: number): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), "throughput-"));
  const product = await startProduct({
    DATA_DIR: folder,
    DATABASE_URL: shared.databaseUrl,
    REDIS_URL: shared.redisUrl,
    WEB_CONCURRENCY: String(processes),
    LOG_LEVEL: "warn",
  });
  try {
    await generate(product.port, person, WARM_UP_SECONDS);
    const serving = [product.process.pid ?? 0, ...listChildren(product.process.pid)];
    const before = readCpuMs(serving);
    const result = await generate(product.port, person, MEASURED_SECONDS);
    return { ...result, cpuMs: (readCpuMs(serving) - before) / result.requests };
  } finally {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The processor time of these processes in milliseconds; NaN where the system has no /proc. */
function readCpuMs(ids: readonly number[]): number {
  return ids.reduce((sum, id) => {
    const file = `/proc/${id}/stat`;
    const fields = existsSync(file) ? readFileSync(file, "utf8").split(") ")[1]?.split(" ") : undefined;
    return sum + (Number(fields?.[USER_TICKS]) + Number(fields?.[SYSTEM_TICKS])) * MS_PER_TICK;
  }, 0);
}

/** Places after the program's name: man 5 proc. */
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;
const MS_PER_TICK = 10;

function generate(port: number, { cookie, token }: TestUser, seconds: number): Promise<LoadResult> {
  const page = { Cookie: `session=${cookie}`, "Accept-Encoding": "br" };
  const call = { Authorization: `Bearer ${token}` };
  const requests = [
    { method: "GET", path: "/signin", headers: { "Accept-Encoding": "br" } },
    { method: "GET", path: "/dashboard", headers: page },
    { method: "GET", path: "/account/users", headers: page },
    { method: "GET", path: "/api/user", headers: call },
  ];
  const program = resolveFromRoot("scripts", "bench", "load", "generator.mjs");
  const child = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (part: Buffer) => (output += part.toString()));
  child.stdin.end(JSON.stringify({ port, requests, connections: CONNECTIONS, seconds }));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", () => resolve(JSON.parse(output) as LoadResult));
  });
}

await run();
