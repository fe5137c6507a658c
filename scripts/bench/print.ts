/** Prints the benchmark's results: the figures in tables, then how far each goal is reached. */
import { availableParallelism, cpus } from "node:os";
import { isPinned } from "./cores";
import { GOALS, isBroken, rateGoal, roundToPrinted, type Mark } from "./goals";
import { hasWrk, type Measured } from "./load/load";
import type { Results } from "./results";
import { REFERENCE_DRIVER } from "./references/session-database.mjs";
import { BUSY_CONNECTIONS, SIGN_INS_AT_ONCE, type Settings } from "./settings";

const MARKS: Record<Mark, string> = {
  aim: "✓ aim",
  floor: "✓ floor",
  missed: "✗",
  "not measured": "– not measured",
};

/** Prints the conditions of the measurement. */
export function printConditions({ rounds, busySeconds }: Settings): void {
  const pinned = isPinned ? "server and load on a core each" : "server and load share the cores";
  console.log(
    [
      `Node ${process.versions.node}, ${availableParallelism()} × ${cpus()[0]?.model.trim() ?? "unknown"}, ${pinned}.`,
      `Load by ${hasWrk ? "wrk" : "the built-in generator"}: ${rounds} interleaved rounds of ${busySeconds} s each; medians.`,
      `The product runs with its default settings, request log included. The references ask SQLite by ${REFERENCE_DRIVER}.`,
    ].join("\n"),
  );
}

export function printResults(results: Results, settings: Settings): void {
  printThroughput(results);
  printMemory(results);
  printPages(results);
  printDatabase(results, settings);
  printOracles(results);
  printGoals(results);
}

function printThroughput({ throughput }: Results): void {
  const columns = [
    ["requests/s", 11],
    ["p50 ms", 9],
    ["p99 ms", 9],
    ["CPU ms", 9],
  ] as const;
  const titles = columns.map(([title, width]) => title.padStart(width)).join("");
  const formatCells = ({ perSecond, p50Ms, p99Ms, cpuMs }: Measured) =>
    [perSecond.toFixed(0), p50Ms.toFixed(2), p99Ms.toFixed(2), cpuMs.toFixed(2)]
      .map((cell, index) => cell.padStart(columns[index]?.[1] ?? 0))
      .join("");
  printSection(
    `Requests, at ${BUSY_CONNECTIONS} connections and at one (CPU: the server's, for each request)`,
  );
  console.log(`${"".padEnd(36)}${titles}${titles}`);
  for (const { target, busy, single } of throughput) {
    console.log(`${target.name.padEnd(36)}${formatCells(busy)}${formatCells(single)}`);
  }
  for (const { target, ratio } of throughput) {
    if (!ratio) continue;
    console.log(
      `${target.name}: ${ratio.perSecond.toFixed(2)} times the requests/s of ${target.against ?? ""}, ${ratio.cpuMs.toFixed(2)} times its CPU`,
    );
  }
}

function printMemory({ memory, startUp }: Results): void {
  printSection("Start and memory");
  console.log(
    `start to first 200: Groundwork ${startUp.productMs.toFixed(0)} ms, bare Remix ${startUp.remixMs.toFixed(0)} ms`,
  );
  const sizes = Object.entries(memory.sizes).map(([name, size]) => `${name} ${size.toFixed(0)}`);
  console.log(`MiB resident, median of the rounds: ${sizes.join(", ")}`);
}

function printPages({ pages }: Results): void {
  printSection("Pages in the browser, empty cache");
  if (!pages) {
    console.log("no browser: not measured");
    return;
  }
  const formatRow = ({
    path,
    requests,
    scriptBytes,
    scriptFiles,
    onFocusBytes,
    chartBytes,
    hasChart,
  }: (typeof pages.product)[number]) =>
    `${path.padEnd(24)}${String(requests).padStart(3)} requests, ${formatKilobytes(scriptBytes)} kB of script in ${scriptFiles} files` +
    `${onFocusBytes > 0 ? `, ${formatKilobytes(onFocusBytes)} kB more at the first focus` : ""}${chartBytes > 0 ? `, ${formatKilobytes(chartBytes)} kB more when its chart is used` : ""}${hasChart ? ", with chart code" : ""}`;
  console.log(formatRow({ ...pages.remixSignIn, path: "bare Remix /signin" }));
  for (const figures of pages.product) console.log(formatRow(figures));
  for (const [name, { lcpMs, tbtMs }] of [
    ["bare Remix /signin", pages.remixSignInTimes],
    ["/signin", pages.productSignIn],
    ["/dashboard", pages.productDashboard],
  ] as const) {
    console.log(
      `${name.padEnd(24)}LCP ${lcpMs.toFixed(0)} ms, TBT ${tbtMs.toFixed(0)} ms (CPU 4x slower, slow 4G)`,
    );
  }
}

function printDatabase({ queries, growth, underSignIns }: Results, { users }: Settings): void {
  printSection("Queries for each request");
  console.log(
    queries
      .map(({ path, statements, status }) => `${path} ${statements}${status === 200 ? "" : ` (${status})`}`)
      .join(", "),
  );
  printSection(
    `With ${users.many.toLocaleString("en")} users in the account instead of ${users.few.toLocaleString("en")}`,
  );
  for (const { name, fewMs, manyMs } of growth) {
    console.log(`${name.padEnd(30)}${fewMs.toFixed(2)} ms → ${manyMs.toFixed(2)} ms`);
  }
  const { quiet, loaded, signInsPerSecond } = underSignIns;
  printSection(
    `GET /api/auth beside ${SIGN_INS_AT_ONCE} sign-ins at any time (${signInsPerSecond.toFixed(0)} a second)`,
  );
  console.log(
    `p50 ${quiet.p50Ms.toFixed(2)} → ${loaded.p50Ms.toFixed(2)} ms, p99 ${quiet.p99Ms.toFixed(2)} → ${loaded.p99Ms.toFixed(2)} ms`,
  );
}

function printOracles({ oracles }: Results): void {
  printSection(
    "What the response time reveals about an email: known, unknown, and the probability of the difference by chance",
  );
  for (const { name, knownMs, unknownMs, probability, isSameAnswer } of oracles) {
    const same = isSameAnswer ? "same response" : "DIFFERENT RESPONSES";
    console.log(
      `${name.padEnd(30)}${knownMs.toFixed(2)} ms, ${unknownMs.toFixed(2)} ms, p ${probability.toFixed(3)}, ${same}`,
    );
  }
}

function printGoals(results: Results): void {
  printSection("Goals");
  console.log(`${"".padEnd(72)}${["measured", "floor", "aim"].map((title) => title.padStart(9)).join("")}`);
  for (const goal of GOALS) {
    const measured = goal.of(results);
    const numbers = [
      measured === null ? "–" : formatRounded(measured),
      formatRounded(goal.floor),
      formatRounded(goal.aim),
    ];
    const mark = MARKS[rateGoal(goal, measured)];
    console.log(
      `${goal.id.padEnd(5)}${goal.what.padEnd(67)}${numbers.map((cell) => cell.padStart(9)).join("")}  ${mark}`,
    );
  }
}

/** Prints the floors that are missed by more than the run's own spread. Returns whether there are none. */
export function printCheck(results: Results, settings: Settings): boolean {
  const broken = GOALS.filter((goal) => isBroken(goal, results, settings));
  printSection(broken.length === 0 ? "Every floor is kept." : "Missed by more than the spread of this run:");
  for (const { id, what } of broken) console.log(`${id} ${what}`);
  return broken.length === 0;
}

function printSection(title: string): void {
  console.log(`\n${title}`);
}

const formatKilobytes = (bytes: number) => (bytes / 1000).toFixed(1);
const formatRounded = (value: number) => String(roundToPrinted(value));
