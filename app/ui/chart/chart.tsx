/** A chart: loading, empty or drawn. */
import clsx from "clsx";
import { useState, type CSSProperties, type ReactNode } from "react";
import { Icon } from "../kit/icon";
import { Spinner } from "../kit/loading";
import { useTexts } from "../use-texts";
import {
  listColoredNames,
  isEmptyChart,
  prepareDrawing,
  type ChartDataset,
  type ChartTheme,
  type ChartType,
  CHART_FONT_PX,
  CHART_WIDTH_PX,
} from "./chart-data";
import "./chart.css";
import { ChartDrawing } from "./chart-drawing";
import { ChartLegend, ChartTable } from "./chart-numbers";
import { ChartReader } from "./chart-reader";

const CHART_AREA_HEIGHT_EM = 13.5;
const CHART_BLOCK_MIN_HEIGHT_REM = 10;
const CHART_ANIMATION_MS = 1000;

export interface ChartProps {
  type: ChartType;
  /** The subject of the chart. Screen readers read it out. */
  title: string;
  /** The common name of the labels: "Month". The heading of the table's first column. */
  labelsName: string;
  labels: readonly string[];
  /** The labels in full, where the axis shortens them; fewer, where the last labels have no numbers yet. */
  rows?: readonly string[];
  datasets: readonly ChartDataset[];
  /** Before each number: "$". */
  prefix?: string;
  theme?: ChartTheme;
  hasLegend?: boolean;
  isLoading?: boolean;
}

/** A spinner while loading, "No data to show" without data, otherwise the drawing and its numbers as a table. */
export function Chart({
  type,
  title,
  labelsName,
  isLoading = false,
  hasLegend = false,
  ...rest
}: ChartProps) {
  const { t, locale } = useTexts("data");
  const { isUsed, listeners } = useIsFirstUsed();
  const { labels, rows = labels, datasets, prefix = "", theme = "blue" } = rest;
  if (isLoading) {
    return (
      <Figure type={type} title={title}>
        <Placeholder>
          <Spinner label={t("chart.loading")} className="size-6" />
        </Placeholder>
      </Figure>
    );
  }
  if (isEmptyChart(type, datasets)) {
    return (
      <Figure type={type} title={title}>
        <Placeholder>
          <Icon name="chart-column" className="size-6" />
          <p>{t("chart.empty")}</p>
        </Placeholder>
      </Figure>
    );
  }
  const figures = { labels, rows, datasets, prefix, locale };
  const drawing = prepareDrawing(type, theme, figures);
  const hasReader = type === "line" || type === "bar";
  return (
    <Figure type={type} title={title} listeners={listeners} hasReader={hasReader}>
      {hasReader ? <ChartReader title={title} figures={figures} /> : null}
      <ChartDrawing type={type} isUsed={isUsed} {...drawing} />
      {hasLegend ? <ChartLegend names={listColoredNames(type, figures)} colours={drawing.colours} /> : null}
      <ChartTable title={title} labelsName={labelsName} figures={figures} />
    </Figure>
  );
}

/**
 * Whether the reader has pointed at the chart, touched it or moved the focus to it. The chart library blocks a phone for
 * most of a second (docs/speed.md), and before its first use it would only repeat the static chart.
 */
function useIsFirstUsed() {
  const [isUsed, setIsUsed] = useState(false);
  const use = () => {
    setIsUsed(true);
  };
  // A pointer that was over the chart before the page listened sends no "enter" event, but it moves.
  return { isUsed, listeners: { onPointerMove: use, onPointerDown: use, onFocus: use } };
}

interface FigureProps {
  type: ChartType;
  title: string;
  /** They make the drawing interactive. A figure that has them can be focused, itself or by its reader. */
  listeners?: ReturnType<typeof useIsFirstUsed>["listeners"];
  hasReader?: boolean;
  children: ReactNode;
}

function Figure({ type, title, listeners, hasReader = false, children }: FigureProps) {
  return (
    <figure
      aria-label={title}
      {...listeners}
      tabIndex={listeners && !hasReader ? 0 : undefined}
      style={STYLE}
      className={clsx("chart", type === "sparkline" ? "chart-small" : "chart-block")}
    >
      {children}
    </figure>
  );
}

/** As high as the drawing, so that nothing moves when the drawing replaces it. */
function Placeholder({ children }: { children: ReactNode }) {
  return (
    <div className="chart-area grid place-content-center justify-items-center gap-2 text-muted">
      {children}
    </div>
  );
}

/** The sizes and times that chart.css works with. */
const STYLE = {
  "--chart-height": `${CHART_AREA_HEIGHT_EM}em`,
  "--chart-block": `${CHART_BLOCK_MIN_HEIGHT_REM}rem`,
  "--chart-width": `${CHART_WIDTH_PX}px`,
  "--chart-font": `${CHART_FONT_PX}px`,
  "--chart-time": `${CHART_ANIMATION_MS}ms`,
} as CSSProperties;
