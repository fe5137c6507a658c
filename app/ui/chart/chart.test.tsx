/** The chart: its states, its sizes, its table for screen readers, and the switch to the interactive drawing. */
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { DataPage, DataTexts } from "../../../tests/support/data-page";
import { Chart, type ChartProps } from "./chart";
import { CHART_TYPES } from "./chart-data";
import { ChartTooltip, TooltipFigures } from "./interactive/shared";

const revenue: ChartProps = {
  type: "line",
  title: "Revenue",
  labelsName: "Month",
  labels: ["Jan", "Feb", "Mar"],
  datasets: [{ label: "Sales", values: [12_000, 18_000, 56_200] }],
  prefix: "$",
};

const renderChart = (change: Partial<ChartProps> = {}) =>
  render(<Chart {...revenue} {...change} />, { wrapper: DataPage }).container;

describe("loading, empty, drawn", () => {
  test("while loading, a spinner is shown in an area as high as the chart", () => {
    const area = renderChart({ isLoading: true }).querySelector(".chart-area");
    expect(screen.getByRole("status").textContent).toBe("Loading the chart");
    expect(screen.queryByRole("table")).toBeNull();
    expect(area).not.toBeNull();
  });

  test("without datasets, the bar-chart icon and the empty-chart text are shown", () => {
    const chart = renderChart({ datasets: [] });
    expect(screen.getByText("No data to show")).toBeTruthy();
    expect(chart.querySelector("use[href$='#chart-column']")).not.toBeNull();
    expect(screen.queryByRole("table")).toBeNull();
  });

  test("the empty-chart text is translated", () => {
    render(
      <DataPage locale="es">
        <Chart {...revenue} datasets={[]} />
      </DataPage>,
    );
    expect(screen.getByText("No hay datos que mostrar")).toBeTruthy();
  });

  test.each([
    ["datasets without values", { datasets: [{ label: "Sales", values: [] }] }],
    ["a pie whose values are all zero", { type: "pie", datasets: [{ label: "Sales", values: [0, 0, 0] }] }],
  ] as const)("%s: the chart is empty too", (_, change) => {
    renderChart(change);
    expect(screen.getByText("No data to show")).toBeTruthy();
  });

  test.each(CHART_TYPES)("with data, the chart is drawn: %s", (type) => {
    const chart = renderChart({ type });
    expect(
      chart.querySelectorAll(".chart-static path, .chart-static rect, .chart-static circle").length,
    ).toBeGreaterThan(0);
    expect(screen.queryByText("No data to show")).toBeNull();
  });

  test.each(CHART_TYPES)("the server draws the chart, so that it is visible without scripts: %s", (type) => {
    const html = renderToString(
      <DataTexts>
        <Chart {...revenue} type={type} />
      </DataTexts>,
    );
    expect(html).toMatch(/<(path|rect|circle) /);
    expect(html).toContain("$56,200");
  });
});

describe("constants", () => {
  test("the area is 13.5em high, the block at least 10rem, text 11 px, the animation 1000 ms", () => {
    const style = renderChart().querySelector("figure")?.style;
    const readProperty = (name: string) => style?.getPropertyValue(name);
    expect(readProperty("--chart-height")).toBe("13.5em");
    expect(readProperty("--chart-block")).toBe("10rem");
    expect(readProperty("--chart-width")).toBe("300px");
    expect(readProperty("--chart-font")).toBe("11px");
    expect(readProperty("--chart-time")).toBe("1000ms");
  });

  test("a drawing is 300 by 150 before it is stretched to its container", () => {
    const plot = renderChart().querySelector("svg.chart-plot");
    expect([plot?.getAttribute("width"), plot?.getAttribute("height")]).toEqual(["300", "150"]);
  });

  test("y ticks are whole numbers, thousands with k", () => {
    const ticks = [...renderChart().querySelectorAll(".chart-tick")].map((tick) => tick.textContent);
    expect(ticks).toEqual(["$0", "$15k", "$30k", "$45k", "$60k"]);
  });

  test("the legend is hidden by default", () => {
    expect(renderChart().querySelector("ul")).toBeNull();
  });

  test.each([
    ["line", ["Sales", "Costs"]],
    ["pie", ["Jan", "Feb", "Mar"]],
  ] as const)("with hasLegend, the legend of a %s names everything that has a colour", (type, names) => {
    const datasets = [...revenue.datasets, { label: "Costs", values: [1, 2, 3] }];
    const legend = renderChart({ type, datasets, hasLegend: true }).querySelector("ul");
    expect([...(legend?.children ?? [])].map((item) => item.textContent)).toEqual(names);
  });

  test("rows name the labels in full, and a label that has no number yet has no row", () => {
    renderChart({ labels: ["11/30", "1", "2"], rows: ["11/30", "12/01"] });
    const rows = screen.getAllByRole("rowheader").map((cell) => cell.textContent);
    expect(rows).toEqual(["11/30", "12/01"]);
    expect(screen.getByRole("slider").getAttribute("aria-valuetext")).toContain("12/01: Sales $18,000");
  });

  test("the tooltip has background #404958, padding 10 and font size 11", () => {
    const figures = { ...revenue, rows: revenue.labels, prefix: "$", locale: "en" };
    const { container } = render(
      <TooltipFigures.Provider value={figures}>
        <ChartTooltip active label="Mar" payload={[{ dataKey: "series0", value: 56_200 }]} />
      </TooltipFigures.Provider>,
    );
    const style = (container.firstElementChild as HTMLElement).style;
    expect([style.backgroundColor, style.padding, style.fontSize]).toEqual(["#404958", "10px", "11px"]);
    expect(container.textContent).toBe("Mar$56,200");
  });
});

describe("for screen readers", () => {
  test("the drawing is hidden, and its numbers are in a table", () => {
    const chart = renderChart();
    expect(chart.querySelector(".chart-area")?.getAttribute("aria-hidden")).toBe("true");
    const table = within(screen.getByRole("table", { name: "Revenue" }));
    expect(table.getAllByRole("columnheader").map((cell) => cell.textContent)).toEqual(["Month", "Sales"]);
    expect(within(table.getByRole("row", { name: /Mar/ })).getByRole("cell").textContent).toBe("$56,200");
  });

  test("the table has datasets of the same name and labels of the same name", () => {
    const twice = { label: "label", values: [1, 2] };
    renderChart({ labels: ["label", "label"], datasets: [twice, twice] });
    expect(screen.getAllByRole("cell").map((cell) => cell.textContent)).toEqual(["$1", "$1", "$2", "$2"]);
  });
});

describe("the interactive chart", () => {
  beforeEach(() => {
    // happy-dom has no layout. The library draws nothing in an element without a size, and drops texts that would touch.
    vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(function (this: HTMLElement) {
      return this.matches(".recharts-responsive-container")
        ? new DOMRect(0, 0, 600, 216)
        : new DOMRect(0, 0, 9, 9);
    });
  });

  const findSurface = (chart: HTMLElement) => chart.querySelector(".recharts-surface");
  const getFigure = (chart: HTMLElement) => within(chart).getByRole("figure", { name: "Revenue" });
  const waitForDrawing = (chart: HTMLElement) =>
    waitFor(() => expect(findSurface(chart)).not.toBeNull(), { timeout: 15_000 });

  test.each([
    ["the first pointer", (figure: HTMLElement) => fireEvent.pointerMove(figure)],
    ["the first touch", (figure: HTMLElement) => fireEvent.pointerDown(figure, { pointerType: "touch" })],
    ["the first focus", (figure: HTMLElement) => act(() => figure.focus())],
  ])(
    "the interactive chart loads at %s, and not before",
    async (_, use) => {
      const chart = renderChart();
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(chart.querySelector(".chart-interactive")).toBeNull();
      use(getFigure(chart));
      await waitForDrawing(chart);
    },
    20_000,
  );

  test.each(CHART_TYPES)("the interactive chart replaces the static one in use: %s", async (type) => {
    const chart = renderChart({ type });
    fireEvent.pointerMove(getFigure(chart));
    await waitForDrawing(chart);
    expect(chart.querySelector('.chart-area [tabindex="0"]')).toBeNull();
  });

  test.each([
    ["no data", { datasets: [] }],
    ["a chart that is loading", { isLoading: true }],
  ])("the interactive chart does not load for %s, which cannot be focused either", (_, change) => {
    const chart = renderChart(change);
    fireEvent.pointerMove(getFigure(chart));
    expect(chart.querySelector(".chart-interactive")).toBeNull();
    expect(getFigure(chart).tabIndex).toBe(-1);
  });

  test("the interactive chart has the ticks of the static one", async () => {
    const chart = renderChart();
    fireEvent.pointerMove(getFigure(chart));
    await waitFor(() => expect(chart.querySelector(".recharts-yAxis text")).not.toBeNull(), {
      timeout: 5000,
    });
    const listTicks = (selector: string) =>
      [...chart.querySelectorAll(selector)].map((tick) => tick.textContent);
    expect(listTicks(".recharts-yAxis text")).toEqual(listTicks(".chart-tick"));
  });
});
