/** The sandbox's clock: it can be moved forward, and everything that becomes due on the way happens at its time. */
import { findFullKind, requireRoom, type Ledger } from "../ledger";
import { findNextChange, type DueChange } from "./schedule";

const CHECK_EVERY_MS = 3000;

/**
 * Moves the clock to a time in seconds, through every change that is due by then, in the order of their times.
 * Returns how many there were. A time that has passed does not move the clock, and applies what is overdue. Throws
 * 429 when no more objects can be stored.
 */
export function advance(ledger: Ledger, to: number): number {
  return [...applyChanges(ledger, to)].length;
}

/**
 * The same, and calls `hear` after each change that the product needs time for: in a jump of a month it has as little
 * between two changes as it has days otherwise.
 */
export async function advanceHeard(ledger: Ledger, to: number, hear: () => Promise<void>): Promise<number> {
  let count = 0;
  for (const { isHeard } of applyChanges(ledger, to)) {
    count += 1;
    if (isHeard) await hear();
  }
  return count;
}

/** Yields each change once it is applied. */
function* applyChanges(ledger: Ledger, to: number): Generator<DueChange> {
  let last = "";
  for (let due = findNextChange(ledger, to); due; due = findNextChange(ledger, to)) {
    const { at, name, apply } = due;
    if (`${name} ${at}` === last) throw new Error(`${name}: still due after it was applied`);
    last = `${name} ${at}`;
    requireRoom(ledger);
    moveClock(ledger, at);
    apply({ ...ledger, cause: null, now: () => at });
    yield due;
  }
  moveClock(ledger, to);
}

export interface Clock {
  /** Applies what has become due since the last call. Returns whether anything has changed. Never throws. */
  applyDue(): boolean;
  /** Applies due changes every few seconds from now on, and calls `onChange` after each time that there were any. */
  start(): void;
  stop(): void;
}

/** Creates the clock of a running sandbox. It is started when no other sandbox has the port. */
export function makeClock(
  ledger: Ledger,
  { onChange, report }: { onChange(): Promise<void>; report(fault: unknown): void },
): Clock {
  const applyDue = () => {
    // A full sandbox still answers and cancels, but renews nothing.
    if (findFullKind(ledger) !== null) return false;
    try {
      return advance(ledger, ledger.now()) > 0;
    } catch (fault) {
      report(fault);
      return true; // The changes before the fault have happened.
    }
  };
  const check = () => {
    if (applyDue()) onChange().catch(report);
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    applyDue,
    start() {
      timer = setInterval(check, CHECK_EVERY_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
}

function moveClock(ledger: Ledger, to: number): void {
  ledger.state.clockOffsetMs += Math.max(0, to - ledger.now()) * 1000;
}
