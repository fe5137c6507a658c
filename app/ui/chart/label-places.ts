/** Where the labels of an axis stand, and how wide the chart must be for each. */
import { AXIS_MARGINS_PX, AXIS_WIDTH_PX, CHART_FONT_PX } from "./chart-data";

/** The width of a character as a share of the font size; of Inter's letters hardly one is wider. */
const CHARACTER_WIDTH_EM = 0.62;
/** A longer label ends with an ellipsis; chart.css has the same width. */
const LABEL_MAX_PX = 144;
const GAP_PX = 8;
/** No chart is wider: a label that would need more is left out. */
const CHART_MAX_PX = 1600;
/** How far the last label may reach beyond the axis: a card has this padding. */
const OVERHANG_PX = 16;

interface PlacedLabel {
  label: string;
  /** From 0 at the left end of the axis to 1 at its right end. */
  place: number;
  /** The least width of the chart that shows the label. */
  fromPx: number;
}

/**
 * A label of a line chart stands under its point, a label of a bar chart under the middle of its bars. Every label is shown
 * where all have room, else every second one, every fourth one, and so on.
 */
export function placeLabels(type: "line" | "bar", labels: readonly string[]): PlacedLabel[] {
  const steps = Math.max(1, type === "line" ? labels.length - 1 : labels.length);
  const start = type === "line" ? 0 : 0.5;
  const shared = AXIS_WIDTH_PX + 2 * AXIS_MARGINS_PX[type];
  const widest = Math.max(0, ...labels.map(estimateWidthPx));
  const placed = labels.map((label, index) => {
    const overlap = index === 0 ? 0 : ((widest + GAP_PX) * steps) / getStride(index);
    const beyond = estimateWidthPx(label) / 2 - AXIS_MARGINS_PX[type] - OVERHANG_PX;
    const toEnd = steps - index - start;
    const cut = beyond <= 0 ? 0 : (beyond * steps) / toEnd;
    const fromPx = Math.ceil(Math.max(overlap, cut));
    return { label, place: (index + start) / steps, fromPx: fromPx === 0 ? 0 : shared + fromPx };
  });
  return placed.filter(({ fromPx }) => fromPx <= CHART_MAX_PX);
}

/** The largest power of two that divides the index: the label is among those that are left when every so-many-th is shown. */
function getStride(index: number): number {
  return index % 2 === 1 ? 1 : 2 * getStride(index / 2);
}

function estimateWidthPx(label: string): number {
  return Math.min(LABEL_MAX_PX, label.length * CHARACTER_WIDTH_EM * CHART_FONT_PX);
}
