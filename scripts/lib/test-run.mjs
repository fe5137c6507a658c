/** Running the chosen layers in their order: checks and the build two at a time, then the suites one by one. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildIfStale } from "./build-if-stale.mjs";
import { findOrInstallChromium } from "./chromium.mjs";
import { CHECKS, FAST, FAST_VARIABLE, NEEDS_BUILD, SUITES } from "./layers.mjs";
import { resolveFromRoot } from "./root.mjs";
import { runNode } from "./run.mjs";
import { runSideBySide } from "./side-by-side.mjs";
import { findStrayTests } from "./stray-tests.mjs";
import { findWarnings } from "./summary.mjs";
import { REPORT_PATH } from "./vitest-report.mjs";

const SIDE_BY_SIDE = 2;
const ALL = [...Object.keys(CHECKS), ...Object.keys(SUITES)];

/**
 * The layers that the arguments name (all without any; those of FAST by "fast"), in their proper order. Ends the process on
 * an unknown name.
 */
export function parseLayers(args) {
  const isFast = args.includes("fast");
  const names = args.filter((arg) => arg !== "--bail" && arg !== "fast");
  const unknown = names.filter((name) => !ALL.includes(name));
  if (unknown.length > 0) {
    console.error(
      `There is no layer called ${unknown.join(", ")}. The layers are: ${ALL.join(", ")}; or fast.`,
    );
    process.exit(2);
  }
  const chosen = isFast ? [...FAST, ...names] : names;
  return {
    layers: isFast || names.length > 0 ? ALL.filter((name) => chosen.includes(name)) : ALL,
    bail: args.includes("--bail"),
    isFast,
  };
}

/**
 * Runs the layers and gives one result each: `{ layer, seconds, passed, failed, retried, skipped, warnings, times }`, where `failed` and
 * `retried` are names, `skipped` names with reasons, and `times` the seconds of each test file. A layer that needs the build does not run without one.
 */
export async function runLayers(layers, { bail, isFast }) {
  const suites = layers.filter((layer) => layer in SUITES);
  const results = await runChecks(
    layers.filter((layer) => layer in CHECKS),
    suites,
  );
  const hasFailed = () => results.some(({ failed }) => failed.length > 0);
  if (suites.length === 0 || (bail && hasFailed())) return results;
  const stray = findStrayTests();
  if (stray.length > 0)
    results.push(createResult("layers", { failed: stray.map((file) => `${file} belongs to no layer`) }));
  const hasBuild = !results.some(({ layer, failed }) => layer === "build" && failed.length > 0);
  for (const suite of suites) {
    if (bail && hasFailed()) break;
    if (hasBuild || !NEEDS_BUILD.includes(suite)) results.push(await runSuite(suite, { isFast }));
  }
  return results;
}

/** The checks, and next to them the build when one of the suites needs it: each needs one core. */
async function runChecks(names, suites) {
  mkdirSync(resolveFromRoot(".cache"), { recursive: true });
  const needsBuild = suites.some((suite) => NEEDS_BUILD.includes(suite) && hasFolder(suite));
  const checks = names.map((name) => ({
    name,
    parts: CHECKS[name].map((program) => () => runProgram(program)),
  }));
  // The build first, because it takes longest.
  const jobs = [...(needsBuild ? [{ name: "build", parts: [runBuild] }] : []), ...checks];
  const tell = (outcome) => {
    if (outcome.code !== 0 && outcome.output) console.log(outcome.output.trimEnd());
    announceResult(toResult(outcome));
  };
  return (await runSideBySide(jobs, { lanes: SIDE_BY_SIDE, tell })).map(toResult);
}

const runProgram = ([script, ...args]) => runNode(resolveFromRoot(script), args, { show: false });

/** The build prints by itself what it does, and why it failed. */
const runBuild = async () => ({ code: (await buildIfStale()).code, output: "" });

const toResult = ({ name, code, seconds, output }) => {
  const counts = code === 0 ? { passed: 1 } : { failed: [name] };
  return createResult(name, { seconds, warnings: findWarnings(output), ...counts });
};

async function runSuite(name, { isFast }) {
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
  const env = { ...(browser && { CHROMIUM_PATH: browser }), ...(isFast && { [FAST_VARIABLE]: "1" }) };
  const { code, seconds } = await runNode(
    resolveFromRoot("node_modules", "vitest", "vitest.mjs"),
    [
      "run",
      ...["--project", `${name}*`],
      ...(isFast ? ["--changed", "--passWithNoTests"] : []),
      "--reporter",
      "default",
      "--reporter",
      resolveFromRoot("scripts", "lib", "vitest-report.mjs"),
    ],
    { env: { NODE_ENV: "test", [REPORT_PATH]: report, ...env } },
  );
  const counts = readCounts(report, { code, mayBeEmpty: isFast });
  rmSync(folder, { recursive: true });
  return announceResult(createResult(name, { seconds, ...counts }));
}

/** Reads the reporter's counts. A run that ended badly without a failed test is a failure all the same. */
function readCounts(report, { code, mayBeEmpty }) {
  if (!existsSync(report)) {
    return mayBeEmpty && code === 0 ? {} : { failed: ["the run ended before it could count"] };
  }
  const { files, passed, failed, retried, skipped, times } = JSON.parse(readFileSync(report, "utf8"));
  if (files === 0 && !mayBeEmpty) return { failed: ["no test file was found"] };
  if (code !== 0 && failed.length === 0) failed.push(`vitest ended with code ${code}`);
  return { passed, failed, retried, skipped, times };
}

const hasFolder = (suite) => SUITES[suite].some((folder) => existsSync(resolveFromRoot(folder)));

const createResult = (layer, counts) => ({
  layer,
  seconds: 0,
  passed: 0,
  failed: [],
  retried: [],
  skipped: [],
  warnings: [],
  times: [],
  ...counts,
});

function announceResult(result) {
  const mark = result.failed.length > 0 ? "✗" : "✓";
  console.log(`${mark} ${result.layer} ${result.seconds.toFixed(1)} s`);
  return result;
}
