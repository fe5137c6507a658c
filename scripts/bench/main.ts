/** The benchmark from start to end: it measures, and prints how far each goal is reached. With --check, a missed floor is an error. */
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { measureGrowth } from "./growth";
import { measureOracles } from "./oracles";
import { measurePages } from "./pages";
import { printCheck, printConditions, printResults } from "./print";
import { countQueries } from "./queries";
import type { Results } from "./results";
import { stopAllServers } from "./server-process";
import { makeFolder, createServerPlans, prepareUser, signIn, startAll } from "./servers";
import { parseSettings, type Settings } from "./settings";
import { measureStarts } from "./start-up";
import { measureThroughput, listTargets } from "./throughput";
import { measureUnderSignIns } from "./under-sign-ins";

const settings = parseSettings(process.argv.slice(2));
const folder = makeFolder(tmpdir());
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void clearUp().then(() => process.exit(1)));
printConditions(settings);
try {
  const results = await measure(settings);
  printResults(results, settings);
  if (settings.isCheck && !printCheck(results, settings)) process.exitCode = 1;
} finally {
  await clearUp();
}

async function measure(of: Settings): Promise<Results> {
  const startedAt = performance.now();
  const say = (what: string) => {
    console.log(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(4)} s  ${what}`);
  };
  say("signing up a user");
  const key = await prepareUser(folder);
  say("starting the servers alternately");
  const startUp = await measureStarts(folder, of.starts);
  const servers = await startAll(folder);
  const person = await signIn(servers.product);
  say("putting load on every server alternately");
  const { throughput, memory } = await measureThroughput(servers, listTargets(person, key), of);
  say("loading pages in a browser");
  const pages = await measurePages(servers, person, of);
  say("signing in during other calls");
  const underSignIns = await measureUnderSignIns(servers.product, person, of);
  await stopAllServers();
  say("counting queries");
  const queries = await countQueries(createServerPlans(folder).product.dataDir);
  say("growing an account");
  const growth = await measureGrowth(folder, of);
  say("asking for known and unknown emails");
  const oracles = await measureOracles(folder, of);
  say("done");
  return { throughput, memory, startUp, pages, underSignIns, growth, queries, oracles };
}

async function clearUp(): Promise<void> {
  await stopAllServers();
  rmSync(folder, { recursive: true, force: true });
}
