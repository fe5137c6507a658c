/** Whether the requests of the load were answered as they must be, and how soon after each fault. */
import { hasFailed, isExcused, measureRecovery, RECOVERED_WITHIN_MS, type Fault } from "./faults";
import type { Exchange } from "../traffic/traffic";

export interface Finding {
  invariant: string;
  /** The counts behind the finding. */
  detail: string;
  /** The cases that break the invariant; empty when it holds. */
  violations: string[];
}

/** No request fails, except what a fault excuses; and none is refused for any other reason. */
export function checkAnswers(exchanges: readonly Exchange[], faults: readonly Fault[]): Finding {
  const failed = exchanges.filter(hasFailed);
  const unexcused = failed.filter((exchange) => !faults.some((fault) => isExcused(exchange, fault)));
  const isOdd = ({ status, isRefused }: Exchange) =>
    status !== null && status >= 300 && status < 500 && !isRefused;
  const odd = exchanges.filter(
    (exchange) =>
      isOdd(exchange) && !faults.some((fault) => fault.excuses !== null && isNear(exchange, fault)),
  );
  const start = Math.min(...exchanges.map(({ startedAt }) => startedAt));
  const describe = ({ flow, status, message, startedAt, endedAt }: Exchange) =>
    `${flow}: ${String(status)} ${message} from ${startedAt - start} to ${endedAt - start} ms`;
  return {
    invariant: "requests fail only while something is away",
    detail: `${exchanges.length} requests, ${failed.length} failed`,
    violations: [...new Set([...unexcused, ...odd].map(describe))],
  };
}

/** A request that is repeated after a fault may be a conflict, or find its link used. */
function isNear({ startedAt, endedAt }: Exchange, fault: Fault): boolean {
  return startedAt <= fault.endedAt + RECOVERED_WITHIN_MS && endedAt >= fault.startedAt;
}

export function checkRecovery(exchanges: readonly Exchange[], fault: Fault): Finding {
  const recoveryMs = measureRecovery(exchanges, fault);
  return {
    invariant: `recovers after: ${fault.name}`,
    detail: `${recoveryMs} ms`,
    violations: recoveryMs > RECOVERED_WITHIN_MS ? [`took ${recoveryMs} ms`] : [],
  };
}
