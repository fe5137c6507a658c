/** Whether requests were answered as they must be during a fault, soon, and again after it. */
import type { Exchange } from "../traffic/traffic";

/** However something hangs. */
export const ANSWERED_WITHIN_MS = 10_000;
/** The longest time after a fault until every new request succeeds. */
export const SERVES_WITHIN_MS = 5000;
/** How long after a fault a repeated or late request may be refused. */
const SETTLED_WITHIN_MS = 30_000;

/**
 * How requests may fail meanwhile: with 503; with a broken connection too; or not at all until the process goes on. A refusal (4xx) is
 * always right.
 */
export type Allowance = "unavailable" | "broken" | "stopped";

export interface FaultWindow {
  startedAt: number;
  /** When its mending began. */
  endedAt: number;
  allows: Allowance;
}

/** The answers by class. */
export interface Classes {
  /** 2xx, and the refusals that had to come. */
  right: number;
  /** 4xx, and redirects of pages, which are the same for a browser. */
  refused: number;
  /** 503. */
  unavailable: number;
  broken: number;
  /** Any other. */
  wrong: number;
}

export function classify(exchanges: readonly Exchange[]): Classes {
  const classes: Classes = { right: 0, refused: 0, unavailable: 0, broken: 0, wrong: 0 };
  for (const exchange of exchanges) classes[classifyOne(exchange)] += 1;
  return classes;
}

function classifyOne({ status, isRefused }: Exchange): keyof Classes {
  if (status === null) return "broken";
  if (isRefused || (status >= 200 && status < 300)) return "right";
  if (status === 503) return "unavailable";
  return status >= 300 && status < 500 ? "refused" : "wrong";
}

/** The requests that ran at any time of the fault. */
export function listDuring(exchanges: readonly Exchange[], { startedAt, endedAt }: FaultWindow): Exchange[] {
  return exchanges.filter((exchange) => exchange.startedAt <= endedAt && exchange.endedAt >= startedAt);
}

/**
 * How long the slowest request took that was answered, or for which a broken connection is no excuse. A process that is stopped answers
 * what has come before when it goes on.
 */
export function measureSlowest(exchanges: readonly Exchange[], fault: FaultWindow): number {
  return Math.max(0, ...listTimed(exchanges, fault).map(({ startedAt, endedAt }) => endedAt - startedAt));
}

function listTimed(exchanges: readonly Exchange[], fault: FaultWindow): Exchange[] {
  const during = fault.allows === "stopped" ? listDuring(exchanges, fault) : [];
  return exchanges.filter(
    (exchange) => !during.includes(exchange) && (exchange.status !== null || fault.allows === "unavailable"),
  );
}

/** How long after the end of the fault the last request ended that was sent afterwards and failed; 0 for none. */
export function measureRecovery(exchanges: readonly Exchange[], fault: FaultWindow): number {
  const last = findLastFailed(exchanges, fault);
  return last ? last.endedAt - fault.endedAt : 0;
}

function findLastFailed(exchanges: readonly Exchange[], { endedAt }: FaultWindow): Exchange | undefined {
  return exchanges
    .filter((one) => one.startedAt > endedAt && ["unavailable", "broken"].includes(classifyOne(one)))
    .toSorted((one, other) => one.endedAt - other.endedAt)
    .at(-1);
}

/** Returns every answer that must not be. */
export function checkAnswers(exchanges: readonly Exchange[], fault: FaultWindow): string[] {
  const wrong = exchanges.filter((exchange) => !isAllowed(exchange, fault)).map(describe(fault));
  const slow = listTimed(exchanges, fault).filter(
    ({ startedAt, endedAt }) => endedAt - startedAt > ANSWERED_WITHIN_MS,
  );
  const last = findLastFailed(exchanges, fault);
  const recoveryMs = last ? last.endedAt - fault.endedAt : 0;
  return [
    ...new Set(wrong),
    ...slow.map((exchange) => `${exchange.endedAt - exchange.startedAt} ms: ${describe(fault)(exchange)}`),
    ...(last && recoveryMs > SERVES_WITHIN_MS
      ? [`requests failed until ${recoveryMs} ms after the fault: ${describe(fault)(last)}`]
      : []),
  ];
}

function isAllowed(exchange: Exchange, fault: FaultWindow): boolean {
  const isWithin = (afterMs: number) =>
    exchange.startedAt <= fault.endedAt + afterMs && exchange.endedAt >= fault.startedAt;
  switch (classifyOne(exchange)) {
    case "right":
      return true;
    case "refused":
      return isWithin(SETTLED_WITHIN_MS);
    case "unavailable":
      return isWithin(SERVES_WITHIN_MS);
    case "broken":
      return fault.allows !== "unavailable" && isWithin(SERVES_WITHIN_MS);
    default:
      return false;
  }
}

const describe =
  (fault: FaultWindow) =>
  ({ flow, status, message, startedAt, endedAt }: Exchange): string =>
    `${flow}: ${String(status)} ${message} from ${startedAt - fault.startedAt} to ${endedAt - fault.startedAt} ms`;
