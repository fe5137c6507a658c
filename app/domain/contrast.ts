/** How well two colours can be told apart, by WCAG 2.2, and which colours of the theme stand on which. */

/** Small text on its background, and what shows a state or a place, such as the ring of the focus. WCAG 1.4.3 and 1.4.11. */
export const TEXT_CONTRAST_MIN = 4.5;
export const SHAPE_CONTRAST_MIN = 3;

export interface ColorPair {
  /** Names of variables of theme.css, without their dashes; or white. */
  front: string;
  back: string;
  least: number;
}

const BACKGROUNDS = ["canvas", "surface", "sunken"];
const PANEL = ["panel-start", "panel-middle", "panel-end"];

/** Every pair with a colour that is made of the accent. */
export const ACCENT_PAIRS: readonly ColorPair[] = [
  ...pair(["white"], ["accent", "accent-hover", ...PANEL], TEXT_CONTRAST_MIN),
  ...pair(["accent-text"], [...BACKGROUNDS, "accent-soft"], TEXT_CONTRAST_MIN),
  ...pair(["text", "muted"], ["accent-soft"], TEXT_CONTRAST_MIN),
  ...pair(["panel-text"], PANEL, TEXT_CONTRAST_MIN),
  ...pair(["ring"], BACKGROUNDS, SHAPE_CONTRAST_MIN),
];

function pair(fronts: readonly string[], backs: readonly string[], least: number): ColorPair[] {
  return fronts.flatMap((front) => backs.map((back) => ({ front, back, least })));
}

/** From 1 to 21. Both are written as #rrggbb or #rgb. */
export function getContrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [getLuminance(one), getLuminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** The shares of red, green and blue, each from 0 to 1, without the screen's gamma. */
export function toLinearRgb(hex: string): [number, number, number] {
  const digits = hex.length === 4 ? hex.slice(1).replace(/./g, "$&$&") : hex.slice(1);
  const read = (place: number) => removeGamma(Number.parseInt(digits.slice(place, place + 2), 16) / 255);
  return [read(0), read(2), read(4)];
}

function getLuminance(hex: string): number {
  const [red, green, blue] = toLinearRgb(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const removeGamma = (share: number) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);
