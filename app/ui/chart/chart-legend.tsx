/** The legend of a chart. Hidden unless asked for: spec §9. */
import { toSeriesStyle } from "./series";

/** Names beside their colours; not for screen readers, who have the table. */
export function ChartLegend({ names, colours }: { names: readonly string[]; colours: readonly string[] }) {
  return (
    <ul aria-hidden className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {names.map((name, index) => (
        <li key={index} className="flex items-center gap-2">
          <span className="chart-swatch" style={toSeriesStyle(colours[index])} />
          {name}
        </li>
      ))}
    </ul>
  );
}
