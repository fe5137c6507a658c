/**
 * The summary at the end of `npm test`: what failed once or was skipped and why, what to look at, what failed, a table,
 * and one line that sums it up.
 */
import { getSecondsSince } from "./run.mjs";

/** A check's line of output that begins so is a warning: shown at the end, and no failure. */
export const WARNING_MARK = "Warning: ";

/**
 * The warnings in the output of a check.
 *
 * @param {string} output
 * @returns {string[]}
 */
export function findWarnings(output) {
  return output
    .split("\n")
    .filter((line) => line.startsWith(WARNING_MARK))
    .map((line) => line.slice(WARNING_MARK.length));
}

/** Prints it all; true when nothing failed and something passed. The last line is "N passed, N failed, N skipped". */
export function printSummary(results, startedAt) {
  console.log(formatSummary(results, getSecondsSince(startedAt)).join("\n"));
  return sumCounts(results, "failed") === 0 && sumCounts(results, "passed") > 0;
}

/** The lines of the summary. */
export function formatSummary(results, seconds) {
  const failed = results.flatMap(({ layer, failed }) => failed.map((name) => `  ${layer}: ${name}`));
  const retried = results.flatMap(({ layer, retried }) => retried.map((name) => `  ${layer}: ${name}`));
  const skipped = results.flatMap(({ layer, skipped }) =>
    skipped.map(({ name, reason }) => `  ${layer}: ${name}${reason ? ` (${reason})` : ""}`),
  );
  const warned = results.flatMap(({ layer, warnings = [] }) =>
    warnings.map((warning) => `  ${layer}: ${warning}`),
  );
  return [
    ...(retried.length > 0 ? ["", "Failed once and passed when repeated:", ...retried] : []),
    ...(skipped.length > 0 ? ["", "Skipped:", ...skipped] : []),
    ...(warned.length > 0 ? ["", "Warnings:", ...warned] : []),
    ...formatSlowest(results),
    // Near the end, because machines keep only the end of a long output.
    ...(failed.length > 0 ? ["", "Failed:", ...failed] : []),
    "",
    formatRow(["layer", "passed", "failed", "skipped", "seconds"]),
    ...results.map((result) => formatRow([result.layer, ...toCounts(result), result.seconds.toFixed(1)])),
    formatRow(["all", ...KINDS.map((kind) => sumCounts(results, kind)), seconds.toFixed(1)]),
    "",
    KINDS.map((kind) => `${sumCounts(results, kind)} ${kind}`).join(", "),
  ];
}

const SLOWEST_SHOWN = 10;

/** Where the time goes: the files that take longest, of all layers. */
function formatSlowest(results) {
  const slowest = results
    .flatMap(({ times }) => times)
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST_SHOWN);
  if (slowest.length === 0) return [];
  return [
    "",
    "Slowest test files:",
    ...slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${file}`),
  ];
}

const KINDS = ["passed", "failed", "skipped"];

const toCounts = ({ passed, failed, skipped }) => [passed, failed.length, skipped.length];

const sumCounts = (results, kind) =>
  results.reduce((sum, result) => sum + toCounts(result)[KINDS.indexOf(kind)], 0);

const formatRow = ([layer, ...numbers]) =>
  layer.padEnd(12) + numbers.map((number) => String(number).padStart(9)).join("");
