/** The faults during the load, and which requests may fail with them. */
import { setTimeout as wait } from "node:timers/promises";
import type { Exchange } from "../traffic/traffic";

/** Something that is done at a time of the load. */
export interface PlannedFault {
  name: string;
  /** Seconds after the start of the load. */
  at: number;
  /** How requests may fail while it lasts: with a broken connection, with 503, or not at all. */
  excuses: "broken" | "unavailable" | null;
  /** Resolves when the fault has ended. */
  run(): Promise<void>;
}

export interface Fault extends Pick<PlannedFault, "name" | "excuses"> {
  startedAt: number;
  endedAt: number;
}

/** The longest time after a fault until every request succeeds. */
export const RECOVERED_WITHIN_MS = 5000;

/** Runs each fault at its time. Resolves after the last one, with when each took place. */
export async function runFaults(planned: readonly PlannedFault[]): Promise<Fault[]> {
  const start = Date.now();
  const faults: Fault[] = [];
  for (const { name, at, excuses, run } of planned) {
    await wait(Math.max(0, start + at * 1000 - Date.now()));
    const startedAt = Date.now();
    await run();
    faults.push({ name, excuses, startedAt, endedAt: Date.now() });
  }
  return faults;
}

/** A broken connection, no answer in time, or 5xx. */
export function hasFailed({ status }: Exchange): boolean {
  return status === null || status >= 500;
}

/** Whether the request was running at any time of the fault. */
function isDuring(exchange: Exchange, { startedAt, endedAt }: Fault): boolean {
  return exchange.startedAt <= endedAt && exchange.endedAt >= startedAt;
}

/**
 * Whether the fault excuses the request: 503 while something is away and RECOVERED_WITHIN_MS after it, or a broken
 * connection of a request that ran when its process was killed. Never any other 5xx.
 */
export function isExcused(exchange: Exchange, fault: Fault): boolean {
  const recovery = { ...fault, endedAt: fault.endedAt + RECOVERED_WITHIN_MS };
  if (fault.excuses === "unavailable") return exchange.status === 503 && isDuring(exchange, recovery);
  return fault.excuses === "broken" && exchange.status === null && isDuring(exchange, fault);
}

/** How long after the end of the fault the last request that it made fail was answered, in milliseconds; 0 for none. */
export function measureRecovery(exchanges: readonly Exchange[], fault: Fault): number {
  const failed = exchanges.filter((exchange) => hasFailed(exchange) && isExcused(exchange, fault));
  return Math.max(0, ...failed.map(({ endedAt }) => endedAt - fault.endedAt));
}
