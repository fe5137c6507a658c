/** Prints what happened under the load. */
import { printTable } from "../../support/print-table";
import { hasFailed, isExcused, measureRecovery, type Fault } from "./faults";
import type { Finding } from "./answers";
import type { Exchange } from "../traffic/traffic";

export function printFlows(exchanges: readonly Exchange[]): void {
  const names = [...new Set(exchanges.map(({ flow }) => flow))].sort();
  printTable(
    ["flow", "requests", "p50 ms", "p99 ms", "503", "other 5xx", "broken"],
    names.map((name) => {
      const own = exchanges.filter(({ flow }) => flow === name);
      const times = own.map(({ startedAt, endedAt }) => endedAt - startedAt).sort((a, b) => a - b);
      const at = (part: number) => times[Math.floor((times.length - 1) * part)] ?? 0;
      const unavailable = own.filter(({ status }) => status === 503).length;
      const broken = own.filter(({ status }) => status === null).length;
      return [
        name,
        own.length,
        at(0.5),
        at(0.99),
        unavailable,
        own.filter(hasFailed).length - unavailable - broken,
        broken,
      ];
    }),
  );
}

export function printFaults(exchanges: readonly Exchange[], faults: readonly Fault[]): void {
  printTable(
    ["fault", "at ms", "lasted ms", "failed requests", "recovered after ms"],
    faults.map((fault) => [
      fault.name,
      fault.startedAt - Math.min(...exchanges.map(({ startedAt }) => startedAt)),
      fault.endedAt - fault.startedAt,
      exchanges.filter((exchange) => hasFailed(exchange) && isExcused(exchange, fault)).length,
      measureRecovery(exchanges, fault),
    ]),
  );
}

/** The warnings and errors of the processes, each once. */
export function printLog(output: string): void {
  const counts = new Map<string, number>();
  for (const line of output.split("\n")) {
    if (!line.startsWith("{")) continue;
    const { level, msg, err, status, path } = JSON.parse(line) as Record<string, unknown>;
    const { type = "", message = "" } = (err ?? {}) as Record<string, string>;
    const text = [level, msg, status, path, type, message].filter(Boolean).join(" ").slice(0, LINE_LENGTH);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  printTable(
    ["lines", "log"],
    [...counts].map(([text, count]) => [count, text]),
  );
}

const LINE_LENGTH = 220;
const VIOLATIONS_SHOWN = 10;

/** Returns whether every invariant holds. */
export function printFindings(findings: readonly Finding[]): boolean {
  for (const { invariant, detail, violations } of findings) {
    print(`${violations.length === 0 ? "✓" : "✗"} ${invariant}${detail && `: ${detail}`}`);
    for (const violation of violations.slice(0, VIOLATIONS_SHOWN)) print(`    ${violation}`);
  }
  return findings.every(({ violations }) => violations.length === 0);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
