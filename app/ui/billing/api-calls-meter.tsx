/** The API calls of the running period: how many of the included ones are used, and on which days. */
import clsx from "clsx";
import type { ApiCallsView } from "~/domain/billing";
import { days } from "~/domain/limits";
import { formatDate, formatDay, toIsoDay } from "~/domain/dates";
import { formatGroupedNumber } from "~/domain/numbers";
import type { PlanView } from "~/domain/plans";
import { Chart } from "../chart/chart";
import { Progress, toProgress } from "../kit/progress";
import { useTexts } from "../use-texts";

interface ApiCallsMeterProps {
  apiCalls: ApiCallsView;
  plan: Pick<PlanView, "type">;
}

export function ApiCallsMeter({ apiCalls, plan }: ApiCallsMeterProps) {
  const { t, locale } = useTexts("billing");
  const { total, limit } = apiCalls;
  const [start = "", end = ""] = apiCalls.period.split("/");
  const counted = Math.min(apiCalls.days.length, DAYS_SHOWN);
  const shown = listShownDays(apiCalls, end);
  const count = formatGroupedNumber(total, locale);
  const isOver = limit !== null && total >= limit;
  return (
    <div className="border-t border-line pt-2.5">
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-1">
        <span className="text-muted">
          {t("usage_page.since", { label: apiCalls.label, date: formatDate(start, locale) })}
        </span>
        <span className="tabular-nums">
          {limit === null
            ? count
            : t("usage_page.of", { used: count, limit: formatGroupedNumber(limit, locale) })}
        </span>
      </div>
      {limit === null ? null : (
        <div className="mt-2">
          {/* The text above says the same in words. */}
          <Progress value={toProgress(total, limit)} isBad={isOver && plan.type !== "tiered"} />
        </div>
      )}
      {isOver ? (
        <p className={clsx("mt-1.5 text-sm", plan.type === "tiered" ? "text-muted" : "text-bad")}>
          {plan.type === "tiered" ? t("usage_page.billed_beyond") : t("usage_page.over")}
        </p>
      ) : null}
      <p className="mt-1.5 text-sm text-muted">
        {t("usage_page.starts_again", { date: formatDate(end, locale) })}
      </p>
      {total > 0 ? (
        <div className="mt-4">
          <Chart
            type="bar"
            title={t("usage_page.by_day")}
            labelsName={t("usage_page.day")}
            labels={shown.map(({ date }, index) => toAxisDay(date, { isFirst: index === 0, locale }))}
            rows={shown.slice(0, counted).map(({ date }) => formatDay(date, locale))}
            datasets={[{ label: apiCalls.label, values: shown.map(({ calls }) => calls) }]}
          />
        </div>
      ) : null}
    </div>
  );
}

/** The day of the month, with the month where it begins: the axis has room for every third day only, so the first three say it. */
function toAxisDay(date: string, { isFirst, locale }: { isFirst: boolean; locale: string }): string {
  const day = Number(date.slice(8));
  return isFirst || day <= 3 ? formatDay(date, locale) : String(day);
}

/** The latest month of a longer period; a shorter one up to its end, so that a bar is as wide on its first day as later. */
function listShownDays(apiCalls: ApiCallsView, end: string): ApiCallsView["days"] {
  const shown = apiCalls.days.slice(-DAYS_SHOWN);
  const last = shown.at(-1)?.date;
  if (last === undefined) return shown;
  const left = Math.round((Date.parse(end) - Date.parse(last)) / DAY_MS) - 1;
  const missing = Math.max(0, Math.min(left, DAYS_SHOWN - shown.length));
  const upcoming = Array.from({ length: missing }, (_, index) => {
    const date = new Date(Date.parse(last) + (index + 1) * DAY_MS);
    return { date: toIsoDay(date), calls: 0 };
  });
  return [...shown, ...upcoming];
}

const DAYS_SHOWN = 31;
const DAY_MS = days(1);
