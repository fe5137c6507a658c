/** The chart: waiting, empty or drawn. Spec §2, §4 and §9. */
import clsx from "clsx";
import ChartColumn from "lucide-react/icons/chart-column";
import { Suspense, useState, type CSSProperties, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import {
  CHART_ANIMATION_MS,
  CHART_AREA_HEIGHT_EM,
  CHART_BLOCK_MIN_HEIGHT_REM,
  CHART_FONT_PX,
  CHART_WIDTH_PX,
} from "~/domain/limits";
import { Spinner } from "../kit/loading";
import {
  listColoredNames,
  isEmptyChart,
  assignSeriesColors,
  type ChartDataset,
  type ChartFigures,
  type ChartTheme,
  type ChartType,
} from "./chart-data";
import "./chart.css";
import { ChartLegend } from "./chart-legend";
import { ChartTable } from "./chart-table";
import { DRAWN } from "./drawings";
import { StillChart } from "./static-chart";

export interface ChartProps {
  type: ChartType;
  /** What the chart is of; screen readers hear it. */
  title: string;
  /** What the labels are: "Month". Screen readers hear it above the table's first column. */
  labelsName: string;
  labels: readonly string[];
  datasets: readonly ChartDataset[];
  /** Before each number: "$". */
  prefix?: string;
  theme?: ChartTheme;
  hasLegend?: boolean;
  isLoading?: boolean;
}

/** A spinner while loading, "No data to show" without datasets, else the drawing and its numbers as a table. */
export function Chart({
  type,
  title,
  labelsName,
  isLoading = false,
  hasLegend = false,
  ...rest
}: ChartProps) {
  const { t, i18n } = useTranslation("data");
  const { isUsed, listeners } = useIsFirstUsed();
  const { labels, datasets, prefix = "", theme = "blue" } = rest;
  if (isLoading) {
    return (
      <Frame type={type} title={title}>
        <Instead>
          <Spinner label={t("chart.loading")} className="size-6" />
        </Instead>
      </Frame>
    );
  }
  if (isEmptyChart(type, datasets)) {
    return (
      <Frame type={type} title={title}>
        <Instead>
          <ChartColumn aria-hidden className="size-6" />
          <p>{t("chart.empty")}</p>
        </Instead>
      </Frame>
    );
  }
  const figures = { labels, datasets, prefix, locale: i18n.language };
  const names = listColoredNames(type, figures);
  const colours = assignSeriesColors(theme, names.length);
  return (
    <Frame type={type} title={title} listeners={listeners}>
      <Drawing type={type} figures={figures} colours={colours} isUsed={isUsed} />
      {hasLegend ? <ChartLegend names={names} colours={colours} /> : null}
      <ChartTable title={title} labelsName={labelsName} figures={figures} />
    </Frame>
  );
}

/**
 * Whether the reader has pointed at the chart, touched it or moved the focus to it. The library costs a phone most of a
 * second of blocking (docs/speed.md), and until then it would only draw again what is there.
 */
function useIsFirstUsed() {
  const [isUsed, setIsUsed] = useState(false);
  const use = () => {
    setIsUsed(true);
  };
  // A pointer that was on the chart before the page listened moves, but does not enter.
  return { isUsed, listeners: { onPointerMove: use, onPointerDown: use, onFocus: use } };
}

interface FrameProps {
  type: ChartType;
  title: string;
  /** What makes the drawing interactive; the frame of a drawing can be focused. */
  listeners?: ReturnType<typeof useIsFirstUsed>["listeners"];
  children: ReactNode;
}

function Frame({ type, title, listeners, children }: FrameProps) {
  return (
    <figure
      aria-label={title}
      {...(listeners && { ...listeners, tabIndex: 0 })}
      style={NUMBERS}
      className={clsx("chart", type === "sparkline" ? "chart-small" : "chart-block")}
    >
      {children}
    </figure>
  );
}

/** As high as the drawing, so that nothing moves when it comes. */
function Instead({ children }: { children: ReactNode }) {
  return (
    <div className="chart-area grid place-content-center justify-items-center gap-2 text-muted">
      {children}
    </div>
  );
}

interface DrawingOfProps {
  type: ChartType;
  figures: ChartFigures;
  colours: string[];
  isUsed: boolean;
}

/** The server's still drawing; once the chart is used, the library's takes its place, at the same size. */
function Drawing({ type, figures, colours, isUsed }: DrawingOfProps) {
  const Drawn = DRAWN[type];
  return (
    <div
      aria-hidden
      className={clsx("chart-area chart-arrives", figures.datasets.length > 1 && "chart-many")}
    >
      <StillChart type={type} figures={figures} colours={colours} />
      {isUsed ? (
        <Suspense fallback={null}>
          <div className="chart-drawn">
            <Drawn figures={figures} colours={colours} />
          </div>
        </Suspense>
      ) : null}
    </div>
  );
}

/** The numbers of spec §9 that the style sheet works with. */
const NUMBERS = {
  "--chart-height": `${CHART_AREA_HEIGHT_EM}em`,
  "--chart-block": `${CHART_BLOCK_MIN_HEIGHT_REM}rem`,
  "--chart-width": `${CHART_WIDTH_PX}px`,
  "--chart-font": `${CHART_FONT_PX}px`,
  "--chart-time": `${CHART_ANIMATION_MS}ms`,
} as CSSProperties;
