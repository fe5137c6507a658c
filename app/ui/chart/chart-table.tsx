/** The numbers of a chart as a table: for screen readers, and for the keyboard, which cannot point at the drawing. */
import { formatFullNumber, type ChartFigures } from "./chart-data";

export interface ChartTableProps {
  title: string;
  /** What the labels are: "Month". */
  labelsName: string;
  figures: ChartFigures;
}

export function ChartTable({ title, labelsName, figures }: ChartTableProps) {
  const { labels, datasets } = figures;
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
          {labels.map((label, index) => (
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
