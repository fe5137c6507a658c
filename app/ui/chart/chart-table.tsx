/** The numbers of a chart as a table, for those who hear the page. */
import type { ChartData } from "./chart-data";

export function ChartTable({
  title,
  labels,
  datasets,
  format,
}: ChartData & { format: (value: number) => string }) {
  return (
    <div className="sr-only">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <td />
            {datasets.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, index) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {datasets.map((dataset) => (
                <td key={dataset.label}>{format(dataset.values[index] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
