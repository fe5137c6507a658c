/** Parses the output of `wrk --latency`. */
import type { LoadResult } from "./result";

const MS: Record<string, number> = { us: 0.001, ms: 1, s: 1000, m: 60_000 };

/** Throws when the output is not wrk's report. */
export function readWrk(output: string): LoadResult {
  const socketErrors =
    /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(output) ?? [];
  const [, refused = "0"] = /Non-2xx or 3xx responses: (\d+)/.exec(output) ?? [];
  return {
    requests: parseNumber(output, /(\d+) requests in /),
    failures: Number(refused) + socketErrors.slice(1).reduce((sum, errors) => sum + Number(errors), 0),
    perSecond: parseNumber(output, /Requests\/sec: +([\d.]+)/),
    p50Ms: parsePercentile(output, 50),
    p99Ms: parsePercentile(output, 99),
  };
}

function parsePercentile(output: string, share: number): number {
  const [, value, unit = ""] = new RegExp(`^ +${share}% +([\\d.]+)(us|ms|s|m)$`, "m").exec(output) ?? [];
  return Number(value) * (MS[unit] ?? NaN);
}

function parseNumber(output: string, pattern: RegExp): number {
  const [, found] = pattern.exec(output) ?? [];
  if (found === undefined) throw new Error(`this is no report of wrk:\n${output}`);
  return Number(found);
}
