/** Pie and donut as the server draws them. */
import { calculateSliceSizes, type DrawingProps } from "./chart-data";
import { toSeriesStyle } from "./series";

export interface StaticRoundProps extends DrawingProps {
  kind: "pie" | "donut";
}

/** Each slice is a piece of one thick circle: from the middle for a pie, the outer quarter for a donut. */
export function StaticRound({ kind, figures, colours }: StaticRoundProps) {
  const values = calculateSliceSizes(figures);
  const total = values.reduce((sum, value) => sum + value, 0);
  const ring = kind === "pie" ? { r: 25, strokeWidth: 50 } : { r: 43.75, strokeWidth: 12.5 };
  return (
    <svg className="chart-still chart-slices" viewBox="-50 -50 100 100">
      {values.map((value, index) => {
        const before = values.slice(0, index).reduce((sum, earlier) => sum + earlier, 0);
        return (
          <circle
            key={index}
            {...ring}
            pathLength={total}
            strokeDasharray={`${value} ${total}`}
            strokeDashoffset={-before}
            transform="rotate(-90)"
            style={toSeriesStyle(colours[index])}
          />
        );
      })}
    </svg>
  );
}
