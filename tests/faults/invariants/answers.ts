/** Whether requests were answered as they must be during a fault, soon, and again after it. */
import type { Exchange } from "../traffic/traffic";

/** However something hangs. */
export const ANSWERED_WITHIN_MS = 10_000;
/** The longest time after a fault until every new request succeeds. */
export const SERVES_WITHIN_MS = 5000;
/** How long after a fault a repeated or late request may be refused. */
const SETTLED_WITHIN_MS = 30_000;

export interface FaultWindow {
  startedAt: number;
  /** When it was mended. */
  endedAt: number;
  allows: "unavailable" | "broken";
}

/** The answers by class. */
export interface Classes {
  /** 2xx, and the refusals that had to come. */
  right: number;
  /** 4xx. */
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
  return status >= 400 && status < 500 ? "refused" : "wrong";
}

/** The requests that ran at any time of the fault. */
export function listDuring(exchanges: readonly Exchange[], { startedAt, endedAt }: FaultWindow): Exchange[] {
  return exchanges.filter((exchange) => exchange.startedAt <= endedAt && exchange.endedAt >= startedAt);
}

/** How long the slowest request took that was answered, or for which a broken connection is no excuse. */
export function measureSlowest(exchanges: readonly Exchange[], { allows }: FaultWindow): number {
  const counted = exchanges.filter(({ status }) => status !== null || allows !== "broken");
  return Math.max(0, ...counted.map(({ startedAt, endedAt }) => endedAt - startedAt));
}

/** How long after the end of the fault the last request ended that was sent afterwards and failed; 0 for none. */
export function measureRecovery(exchanges: readonly Exchange[], { endedAt }: FaultWindow): number {
  const failed = exchanges.filter(
    (exchange) => exchange.startedAt > endedAt && ["unavailable", "broken"].includes(classifyOne(exchange)),
  );
  return Math.max(0, ...failed.map((exchange) => exchange.endedAt - endedAt));
}

/** Returns every answer that must not be. */
export function checkAnswers(exchanges: readonly Exchange[], fault: FaultWindow): string[] {
  const wrong = exchanges.filter((exchange) => !isAllowed(exchange, fault)).map(describe(fault));
  const slowest = measureSlowest(exchanges, fault);
  const recovery = measureRecovery(exchanges, fault);
  return [
    ...new Set(wrong),
    ...(slowest > ANSWERED_WITHIN_MS ? [`an answer took ${slowest} ms`] : []),
    ...(recovery > SERVES_WITHIN_MS ? [`requests failed until ${recovery} ms after the fault`] : []),
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
      return fault.allows === "broken" && isWithin(SERVES_WITHIN_MS);
    default:
      return false;
  }
}

const describe =
  (fault: FaultWindow) =>
  ({ flow, status, message, startedAt, endedAt }: Exchange): string =>
    `${flow}: ${String(status)} ${message} from ${startedAt - fault.startedAt} to ${endedAt - fault.startedAt} ms`;
