/** A moment: in the reader's own time zone where scripts run, else in UTC, which it then says. */
import { formatDateTime, formatLocalDateTime } from "~/domain/locales";
import { useIsHydrated } from "../form/use-is-hydrated";

/** `iso` is an ISO 8601 time. Both forms have the same width, so that nothing moves when the scripts arrive. */
export function Time({ iso }: { iso: string }) {
  const isHydrated = useIsHydrated();
  const utc = formatDateTime(iso);
  return (
    <time dateTime={iso} title={`${utc} UTC`} className="tabular-nums">
      {isHydrated ? formatLocalDateTime(iso) : utc}
      <span className="hidden noscript:inline"> UTC</span>
    </time>
  );
}

export interface TimeInTextProps {
  /** ISO 8601. */
  iso: string;
  /** Returns the sentence, with what it is given where the moment goes. */
  children: (slot: string) => string;
}

/** A sentence with a moment in it. */
export function TimeInText({ iso, children }: TimeInTextProps) {
  const [before, ...after] = children(SLOT).split(SLOT);
  return (
    <>
      {before}
      <Time iso={iso} />
      {after.join("")}
    </>
  );
}

/** No text contains it: what people type is refused with control characters in it. */
const SLOT = "\u0000";
