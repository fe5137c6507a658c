/** The chart: waiting, empty or drawn. The library that draws comes only where a chart is, and only then. Spec §4, §9. */
import { ChartColumn } from "lucide-react";
import { lazy, Suspense, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { CHART_AREA_HEIGHT_EM, CHART_BLOCK_MIN_HEIGHT_REM } from "~/domain/limits";
import { shortNumber } from "~/domain/numbers";
import { useIsHydrated } from "../form/use-is-hydrated";
import { Spinner } from "../kit/spinner";
import type { ChartData, ChartTheme, ChartType, DrawnChartProps } from "./chart-data";
import { ChartTable } from "./chart-table";
import { StillChart } from "./still-chart";

export interface ChartProps extends ChartData {
  type: ChartType;
  isLoading?: boolean;
  theme?: ChartTheme;
  hasLegend?: boolean;
  /** How a value is written; thousands with k and millions with m unless told. */
  format?: (value: number) => string;
}

/** One file each, so that a page with a line does not load the pie. */
const DRAWN = {
  line: lazy(() => import("./drawn/line")),
  bar: lazy(() => import("./drawn/bar")),
  pie: lazy(() => import("./drawn/pie")),
  donut: lazy(() => import("./drawn/donut")),
  sparkline: lazy(() => import("./drawn/sparkline")),
};

/** Draws `datasets`; the same numbers are a table for screen readers. */
export function Chart({ type, isLoading, theme = "blue", hasLegend = false, format, ...data }: ChartProps) {
  const { t, i18n } = useTranslation("data");
  const write = format ?? ((value: number) => shortNumber(value, i18n.language));
  if (isLoading) {
    return (
      <Block>
        <Spinner label={t("chart.loading")} />
      </Block>
    );
  }
  if (data.datasets.length === 0) {
    return (
      <Block>
        <span className="grid justify-items-center gap-2 text-muted">
          <ChartColumn aria-hidden className="size-5" strokeWidth={1.75} />
          {t("chart.empty")}
        </span>
      </Block>
    );
  }
  return (
    <figure aria-label={data.title} className="chart">
      <div aria-hidden style={{ height: `${CHART_AREA_HEIGHT_EM}em` }}>
        <Drawing type={type} {...data} theme={theme} hasLegend={hasLegend} format={write} />
      </div>
      <ChartTable {...data} format={write} />
    </figure>
  );
}

/** The server's still drawing first, at the same size; the moving one takes its place when its script has come. */
function Drawing({ type, ...props }: DrawnChartProps & { type: ChartType }) {
  const isHydrated = useIsHydrated();
  const still = <StillChart type={type} {...props} />;
  if (!isHydrated) return still;
  const Drawn = DRAWN[type];
  return (
    <Suspense fallback={still}>
      <Drawn {...props} />
    </Suspense>
  );
}

function Block({ children }: { children: ReactNode }) {
  return (
    <div className="grid place-content-center" style={{ minHeight: `${CHART_BLOCK_MIN_HEIGHT_REM}rem` }}>
      {children}
    </div>
  );
}
