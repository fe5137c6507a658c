/** Reads a chart's points one by one: a slider whose arrow keys move from point to point, and the point in words. */
import { useState } from "react";
import { formatGroupedNumber } from "~/domain/numbers";
import { useTexts } from "../use-texts";
import { formatFullNumber, type ChartFigures } from "./chart-data";

interface ChartReaderProps {
  title: string;
  figures: ChartFigures;
}

/**
 * A slider, because screen readers leave it its arrow keys and read out its text at each step. It begins at the newest
 * point. The text is shown while the slider has the focus.
 */
export function ChartReader({ title, figures }: ChartReaderProps) {
  const { t, locale } = useTexts("data");
  const last = figures.rows.length - 1;
  const [at, setAt] = useState(last);
  const [isFocused, setIsFocused] = useState(false);
  const shown = Math.min(at, last);
  const point = figures.datasets
    .map(({ label, values }) => `${label} ${formatFullNumber(values[shown] ?? 0, figures)}`)
    .join(", ");
  const change = calculateChange(figures, shown);
  const reading = [
    `${figures.rows[shown] ?? ""}: ${point}`,
    ...(change === null
      ? []
      : [
          t(change < 0 ? "chart.less" : "chart.more", {
            change: formatGroupedNumber(Math.abs(change), locale),
            label: figures.rows[shown - 1],
          }),
        ]),
  ].join(", ");
  return (
    <>
      <input
        type="range"
        className="chart-reader"
        aria-label={t("chart.read", { title })}
        aria-valuetext={reading}
        min={0}
        max={last}
        value={shown}
        onChange={({ target }) => setAt(Number(target.value))}
        onFocus={() => setIsFocused(true)}
        onBlur={() => setIsFocused(false)}
      />
      {isFocused ? (
        <p aria-hidden className="chart-reading">
          {reading}
        </p>
      ) : null}
    </>
  );
}

/** The change on the point before in per cent, with one decimal; null without one, and for several datasets. */
function calculateChange({ datasets }: Pick<ChartFigures, "datasets">, at: number): number | null {
  const [only, ...others] = datasets;
  const [before, now] = [only?.values[at - 1], only?.values[at]];
  if (others.length > 0 || !before || now === undefined) return null;
  return Math.round(((now - before) / Math.abs(before)) * 1000) / 10;
}
