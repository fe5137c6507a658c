/** How far two clocks differ, when one of them is only known from an answer that took a while. */
import { seconds } from "./limits";

export interface ClockReading {
  /** How far this machine's clock is ahead of the other one; negative when it is behind. */
  aheadMs: number;
  /** The true difference is within so much of `aheadMs`. */
  doubtMs: number;
}

/**
 * Compares `now`, when the answer came, with the time in it. The answer may have been written at any moment of the call, and
 * may have left out what is smaller than its resolution: both halves are the doubt.
 */
export function compareClocks({
  theirs,
  now,
  elapsedMs,
  resolutionMs = 0,
}: {
  theirs: number;
  now: number;
  elapsedMs: number;
  resolutionMs?: number;
}): ClockReading {
  const doubtMs = (elapsedMs + resolutionMs) / 2;
  return { aheadMs: now - theirs - doubtMs, doubtMs };
}

/** The difference that is certain, with its sign; 0 when there may be none. */
export function getCertainSkew({ aheadMs, doubtMs }: ClockReading): number {
  return Math.sign(aheadMs) * Math.max(0, Math.abs(aheadMs) - doubtMs);
}

/** With a larger difference, the payment provider's events count as too old soon. */
export const CLOCK_SKEW_MAX_MS = seconds(30);
