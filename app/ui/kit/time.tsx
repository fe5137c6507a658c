/** A time: with scripts in the user's time zone, without scripts in UTC and marked as UTC. */
import clsx from "clsx";
import { formatDateTime, formatLocalDateTime } from "~/domain/dates";
import { useIsHydrated } from "../use-page";
import { useLocale } from "../use-texts";

/** `iso` is an ISO 8601 time. Both texts have the same width, so that hydration moves nothing. */
export function Time({ iso, className }: { iso: string; className?: string }) {
  const isHydrated = useIsHydrated();
  const locale = useLocale();
  const utc = formatDateTime(iso, locale);
  return (
    <time dateTime={iso} title={`${utc} UTC`} className={clsx("tabular-nums", className)}>
      {isHydrated ? formatLocalDateTime(iso, locale) : utc}
      <span className="hidden noscript:inline"> UTC</span>
    </time>
  );
}

interface TimeInTextProps {
  /** ISO 8601. */
  iso: string;
  /** Returns the sentence with `slot` at the position of the time. */
  children: (slot: string) => string;
}

/** A sentence that contains a time. */
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

/** No text contains it, because the rules reject input with control characters. */
const SLOT = "\u0000";
