/**
 * The payment provider's clock, as the `Date` header of its answers has it, next to this machine's. With a clock that is
 * minutes ahead every event of the provider counts as too old, and is refused.
 */
import type Stripe from "stripe";
import { CLOCK_SKEW_MAX_MS, compareClocks, getCertainSkew, type ClockReading } from "~/domain/clock";
import { PROBE_TIMEOUT_MS } from "~/domain/setup";
import type { Log } from "~/log.server";

/** Where the provider answers by default. */
const API_BASE = "https://api.stripe.com";

/** Notices when the provider's clock and this machine's differ. */
export interface ClockWatch {
  noteReading(reading: ClockReading): void;
  /** An event with a right signature was refused, because it was signed so many seconds before. */
  noteRefusal(ageSeconds: number): void;
}

/** Logs a difference once, and again when it changes. */
export function createClockWatch(log: Pick<Log, "warn" | "info">): ClockWatch {
  let loggedMs = 0;
  return {
    noteReading(reading) {
      const change = { ...reading, aheadMs: reading.aheadMs - loggedMs };
      if (Math.abs(getCertainSkew(change)) <= CLOCK_SKEW_MAX_MS) return;
      const isOff = Math.abs(reading.aheadMs) > CLOCK_SKEW_MAX_MS;
      loggedMs = isOff ? reading.aheadMs : 0;
      const aheadSeconds = Math.round(reading.aheadMs / 1000);
      if (isOff) log.warn({ aheadSeconds }, describeSkew(aheadSeconds));
      else log.info({ aheadSeconds }, "this machine's clock agrees with the payment provider's again");
    },
    noteRefusal(ageSeconds) {
      log.warn(
        { ageSeconds },
        "an event of the payment provider was refused: by this machine's clock it was signed more than five minutes ago. If " +
          "other events are refused too, the clock is wrong: run npm run doctor",
      );
    },
  };
}

function describeSkew(aheadSeconds: number): string {
  const seconds = Math.abs(aheadSeconds);
  const amount = seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;
  const direction = aheadSeconds > 0 ? "ahead of" : "behind";
  return `this machine's clock is ${amount} ${direction} the payment provider's: let the machine set it by NTP`;
}

type HttpClient = NonNullable<Stripe.StripeConfig["httpClient"]>;

/** The SDK's own client, which also reads the provider's clock from every answer. */
export function watchAnswers(client: HttpClient, { noteReading }: ClockWatch): HttpClient {
  return {
    getClientName: () => client.getClientName(),
    async makeRequest(...request) {
      const readStart = startReading();
      const answer = await client.makeRequest(...request);
      const { date } = answer.getHeaders();
      const reading = readStart(typeof date === "string" ? date : null);
      if (reading) noteReading(reading);
      return answer;
    },
  };
}

/** Reads the provider's clock by a request without a key; null when it does not answer. */
export async function readProviderClock(apiBase: string | null): Promise<ClockReading | null> {
  const readStart = startReading();
  const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
  try {
    const answer = await fetch(apiBase ?? API_BASE, { method: "HEAD", redirect: "manual", signal });
    return readStart(answer.headers.get("Date"));
  } catch {
    return null;
  }
}

/** To be called when a request is sent. Returns what compares the header of its answer with this machine's clock. */
function startReading(): (date: string | null) => ClockReading | null {
  const [sentAt, started] = [Date.now(), performance.now()];
  return (date) => {
    const theirs = Date.parse(date ?? "");
    const now = Date.now();
    // A clock that is set during the call, and a machine that sleeps, are only seen by one of the two.
    const elapsedMs = Math.max(now - sentAt, performance.now() - started);
    return Number.isNaN(theirs) ? null : compareClocks({ theirs, now, elapsedMs, resolutionMs: 1000 });
  };
}
