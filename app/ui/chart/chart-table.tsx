/** The numbers of a chart as a table, for those who hear the page. */
import { fullNumber, type ChartFigures } from "./chart-data";

export interface ChartTableProps {
  title: string;
  /** What the labels are: "Month". */
  labelsName: string;
  figures: ChartFigures;
}

export function ChartTable({ title, labelsName, figures }: ChartTableProps) {
  const { labels, datasets } = figures;
  return (
    // The frame is hidden, not the table: a table takes the room of its cells whatever its style says.
    <div className="sr-only">
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
                <td key={series}>{printed(dataset.values[index], figures)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function printed(value: number | undefined, figures: ChartFigures): string {
  return value === undefined ? "" : fullNumber(value, figures);
}
