/** The explanation of a chart's drawing: a legend of its colours, and its numbers as a table. */
import clsx from "clsx";
import { formatFullNumber, type ChartFigures } from "./chart-data";

/** Names next to their colours. Hidden from screen readers, which have the table. */
export function ChartLegend({ names, colours }: { names: readonly string[]; colours: readonly string[] }) {
  return (
    <ul aria-hidden className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {names.map((name, index) => (
        <li key={index} className="flex items-center gap-2">
          <span className={clsx("chart-swatch", colours[index])} />
          {name}
        </li>
      ))}
    </ul>
  );
}

interface ChartTableProps {
  title: string;
  /** The common name of the labels: "Month". */
  labelsName: string;
  figures: ChartFigures;
}

/** For screen readers, and for keyboard users, who cannot point at the drawing. */
export function ChartTable({ title, labelsName, figures }: ChartTableProps) {
  const { rows, datasets } = figures;
  return (
    <div className="chart-numbers">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{labelsName}</th>
            {datasets.map((dataset, series) => (
              <th key={series} scope="col">
                {dataset.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((label, index) => (
            <tr key={index}>
              <th scope="row">{label}</th>
              {datasets.map((dataset, series) => (
                <td key={series}>{formatValue(dataset.values[index], figures)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function formatValue(value: number | undefined, figures: ChartFigures): string {
  return value === undefined ? "" : formatFullNumber(value, figures);
}
