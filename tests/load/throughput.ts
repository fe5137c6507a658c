/** How much more three processes answer than one: in turns, so that what else the machine does hits both. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "~/models/store/open-store";
import type { LoadResult } from "../../scripts/bench/load/result";
import { resolveFromRoot } from "../../scripts/lib/root.mjs";
import { makePerson, type Person } from "../support/people";
import { startProduct } from "../support/product";
import { printTable } from "./print";
import type { Shared } from "./stage";

const ROUNDS = 3;
const CONNECTIONS = 32;
const WARM_UP_SECONDS = 2;
const MEASURED_SECONDS = 6;
const SEVERAL = 3;

/**
 * Compares WEB_CONCURRENCY=3 with 1 on pages and calls of a signed-in user. Nothing is pinned: generator and database
 * take their share of the same cores, so with two cores the ratio is at most two minus that share.
 */
export async function compareThroughput(shared: Shared): Promise<void> {
  const store = await openStore(shared.databaseUrl);
  await store.migrate();
  const person = await makePerson(store, { permission: "owner", isVerified: true, subscription: "active" });
  await store.close();
  const rounds: { one: LoadResult; several: LoadResult; load: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const one = await measure(shared, person, 1);
    const several = await measure(shared, person, SEVERAL);
    rounds.push({ one, several, load: loadavg()[0] ?? 0 });
  }
  printTable(
    ["round", "1 process/s", `${SEVERAL} processes/s`, "ratio", "failed", "load average"],
    rounds.map(({ one, several, load }, index) => [
      index + 1,
      Math.round(one.perSecond),
      Math.round(several.perSecond),
      (several.perSecond / one.perSecond).toFixed(2),
      one.failures + several.failures,
      load.toFixed(1),
    ]),
  );
  const ratios = rounds.map(({ one, several }) => several.perSecond / one.perSecond).sort((a, b) => a - b);
  const median = ratios[Math.floor(ratios.length / 2)] ?? 0;
  process.stdout.write(`median ${median.toFixed(2)} on ${availableParallelism()} cores\n`);
}

async function measure(shared: Shared, person: Person, processes: number): Promise<LoadResult> {
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
    return await generate(product.port, person, MEASURED_SECONDS);
  } finally {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function generate(port: number, { cookie, token }: Person, seconds: number): Promise<LoadResult> {
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
