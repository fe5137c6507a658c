/** Running the chosen layers in their order: checks two at a time, then the build, then the suites one by one. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildIfStale } from "./build-if-stale.mjs";
import { findOrInstallChromium } from "./chromium.mjs";
import { CHECKS, NEEDS_BUILD, SUITES } from "./layers.mjs";
import { resolveFromRoot } from "./root.mjs";
import { runNode } from "./run.mjs";
import { findStrayTests } from "./stray-tests.mjs";
import { REPORT_PATH } from "./vitest-report.mjs";

const SIDE_BY_SIDE = 2;
const ALL = [...Object.keys(CHECKS), ...Object.keys(SUITES)];

/** The layers that the arguments name (all without any), in their proper order. Ends the process on an unknown name. */
export function parseLayers(args) {
  const names = args.filter((arg) => arg !== "--bail");
  const unknown = names.filter((name) => !ALL.includes(name));
  if (unknown.length > 0) {
    console.error(`There is no layer called ${unknown.join(", ")}. The layers are: ${ALL.join(", ")}.`);
    process.exit(2);
  }
  return {
    layers: names.length > 0 ? ALL.filter((name) => names.includes(name)) : ALL,
    bail: names.length < args.length,
  };
}

/**
 * Runs the layers and gives one result each: `{ layer, seconds, passed, failed, skipped, times }`, where `failed` are
 * names, `skipped` names with reasons, and `times` the seconds of each test file. A layer that needs the build does not run without one.
 */
export async function runLayers(layers, { bail }) {
  const results = await runChecks(layers.filter((layer) => layer in CHECKS));
  const shouldStop = () => bail && results.some(({ failed }) => failed.length > 0);
  const suites = layers.filter((layer) => layer in SUITES);
  if (suites.length === 0 || shouldStop()) return results;
  const stray = findStrayTests();
  if (stray.length > 0)
    results.push(createResult("layers", { failed: stray.map((file) => `${file} belongs to no layer`) }));
  const hasBuild = await buildFor(suites, results);
  for (const suite of suites) {
    if (shouldStop()) break;
    if (hasBuild || !NEEDS_BUILD.includes(suite)) results.push(await runSuite(suite));
  }
  return results;
}

async function runChecks(names) {
  const waiting = [...names].sort((a, b) => ORDER_OF_START.indexOf(a) - ORDER_OF_START.indexOf(b));
  const results = new Map();
  const runWorker = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) results.set(name, await runCheck(name));
  };
  mkdirSync(resolveFromRoot(".cache"), { recursive: true });
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, runWorker));
  return names.map((name) => results.get(name));
}

const ORDER_OF_START = Object.keys(CHECKS);

async function runCheck(name) {
  const [script, ...args] = CHECKS[name];
  const { code, output, seconds } = await runNode(resolveFromRoot(script), args, { show: false });
  if (code !== 0) console.log(output.trimEnd());
  return announceResult(
    createResult(name, code === 0 ? { seconds, passed: 1 } : { seconds, failed: [name] }),
  );
}

/** Builds when one of the suites needs it. False when that failed, which is then a result of its own. */
async function buildFor(suites, results) {
  if (!suites.some((suite) => NEEDS_BUILD.includes(suite) && hasFolder(suite))) return true;
  const { code, seconds } = await buildIfStale();
  results.push(
    announceResult(
      createResult("build", code === 0 ? { seconds, passed: 1 } : { seconds, failed: ["build"] }),
    ),
  );
  return code === 0;
}

async function runSuite(name) {
  if (!hasFolder(name)) {
    console.log(`— ${name}: no folder ${SUITES[name].join(", ")} yet`);
    return createResult(name, {});
  }
  const browser = name === "browser" ? await findOrInstallChromium() : undefined;
  if (name === "browser" && !browser)
    return announceResult(createResult(name, { failed: ["no Chromium to run them in"] }));
  console.log(`\n${name}`);
  const folder = mkdtempSync(resolveFromRoot(".cache", "report-"));
  const report = join(folder, `${name}.json`);
  const { code, seconds } = await runNode(
    resolveFromRoot("node_modules", "vitest", "vitest.mjs"),
    [
      "run",
      "--project",
      name,
      "--reporter",
      "default",
      "--reporter",
      resolveFromRoot("scripts", "lib", "vitest-report.mjs"),
    ],
    { env: { NODE_ENV: "test", [REPORT_PATH]: report, ...(browser && { CHROMIUM_PATH: browser }) } },
  );
  const counts = readCounts(report, code);
  rmSync(folder, { recursive: true });
  return announceResult(createResult(name, { seconds, ...counts }));
}

/** What the reporter wrote. A run that ended badly without a failed test is a failure all the same. */
function readCounts(report, code) {
  if (!existsSync(report)) return { failed: ["the run ended before it could count"] };
  const { files, passed, failed, skipped, times } = JSON.parse(readFileSync(report, "utf8"));
  if (files === 0) return { failed: ["no test file was found"] };
  if (code !== 0 && failed.length === 0) failed.push(`vitest ended with code ${code}`);
  return { passed, failed, skipped, times };
}

const hasFolder = (suite) => SUITES[suite].some((folder) => existsSync(resolveFromRoot(folder)));

const createResult = (layer, counts) => ({
  layer,
  seconds: 0,
  passed: 0,
  failed: [],
  skipped: [],
  times: [],
  ...counts,
});

function announceResult(result) {
  const mark = result.failed.length > 0 ? "✗" : "✓";
  console.log(`${mark} ${result.layer} ${result.seconds.toFixed(1)} s`);
  return result;
}
