/** A chart without a script: what the server draws, and what stays where scripts are off. */
import type { ChartType, DrawnChartProps } from "./chart-data";
import { wholeTicks } from "./ticks";

/** The picture's own units; it scales to its place. */
const BOX = { width: 720, height: 216, left: 44, right: 12, top: 12, bottom: 26 };

/** A line or bars with their axis; a pie or a donut is told by its table until its script has come. */
export function StillChart({ type, labels, datasets, format }: DrawnChartProps & { type: ChartType }) {
  if (type === "pie" || type === "donut") return null;
  const isSparkline = type === "sparkline";
  const ticks = wholeTicks(datasets.flatMap(({ values }) => values));
  const top = ticks.at(-1) ?? 1;
  const x = (index: number) =>
    BOX.left + (index * (BOX.width - BOX.left - BOX.right)) / Math.max(1, labels.length - 1);
  const y = (value: number) => BOX.height - BOX.bottom - (value / top) * (BOX.height - BOX.top - BOX.bottom);
  return (
    <svg viewBox={`0 0 ${BOX.width} ${BOX.height}`} className="h-full w-full text-[11px]">
      {isSparkline ? null : <Axis ticks={ticks} labels={labels} x={x} y={y} format={format} />}
      {datasets.map(({ label, values }) =>
        type === "bar" ? (
          <Bars key={label} values={values} x={x} y={y} />
        ) : (
          <polyline
            key={label}
            points={values.map((value, index) => `${x(index)},${y(value)}`).join(" ")}
            className="fill-none stroke-blue-500 [stroke-width:2]"
            strokeLinejoin="round"
          />
        ),
      )}
    </svg>
  );
}

interface AxisProps {
  ticks: readonly number[];
  labels: readonly string[];
  x: (index: number) => number;
  y: (value: number) => number;
  format: (value: number) => string;
}

function Axis({ ticks, labels, x, y, format }: AxisProps) {
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={BOX.left} x2={BOX.width - BOX.right} y1={y(tick)} y2={y(tick)} className="stroke-line" />
          <text x={BOX.left - 8} y={y(tick) + 4} textAnchor="end" className="fill-muted dark:fill-white">
            {format(tick)}
          </text>
        </g>
      ))}
      {labels.map((label, index) => (
        <text
          key={label}
          x={x(index)}
          y={BOX.height - 6}
          textAnchor="middle"
          className="fill-muted dark:fill-white"
        >
          {label}
        </text>
      ))}
    </>
  );
}

function Bars({ values, x, y }: { values: readonly number[]; x: AxisProps["x"]; y: AxisProps["y"] }) {
  const width = (0.6 * (BOX.width - BOX.left - BOX.right)) / Math.max(1, values.length);
  return values.map((value, index) => (
    <rect
      key={index}
      x={x(index) - width / 2}
      y={y(value)}
      width={width}
      height={y(0) - y(value)}
      className="fill-blue-500"
    />
  ));
}
