/** The colours that the theme makes of an accent, for light and dark, each with the contrast that its pairs need. */
import { ACCENT_PAIRS, getContrast, SHAPE_CONTRAST_MIN, TEXT_CONTRAST_MIN } from "../../app/domain/contrast";
import { toHex, toOklch, type Oklch } from "./oklch";

/** By the names of the theme's variables. */
export type Colors = Record<string, string>;

export interface Palette {
  light: Colors;
  dark: Colors;
}

/** The colours of theme.css that the accent's stand on, or under. */
export interface Surroundings {
  light: Colors;
  dark: Colors;
}

/** A step of lightness that the eye just sees. */
const STEP = 0.004;

/**
 * Returns the accent itself where white can be read on it and it can be read on the page, as in mails; otherwise the nearest
 * colour that has both.
 */
export function findUsableAccent(accent: string, { light }: Surroundings): string {
  return darkenUntil(accent, (color) => isReadable(color, ["#ffffff", light.canvas ?? "#ffffff"]));
}

/** `accent` must be usable. */
export function createPalette(accent: string, { light, dark }: Surroundings): Palette {
  return { light: createLight(accent, light), dark: createDark(accent, dark) };
}

/** Lists the pairs that are too close, such as "accent-text on sunken: 4.1". */
export function listWeakPairs(palette: Palette, surroundings: Surroundings): string[] {
  return (["light", "dark"] as const).flatMap((theme) => {
    const colors: Colors = { white: "#ffffff", ...surroundings[theme], ...palette.light, ...palette[theme] };
    return ACCENT_PAIRS.flatMap(({ front, back, least }) => {
      const contrast = getContrast(colors[front] ?? "", colors[back] ?? "");
      return contrast >= least ? [] : [`${theme}: ${front} on ${back}: ${contrast.toFixed(2)}`];
    });
  });
}

function createLight(accent: string, around: Colors): Colors {
  const { lightness, chroma, hue } = toOklch(accent);
  const backgrounds = listBackgrounds(around);
  const soft = toHex({ lightness: 0.963, chroma: Math.min(chroma, 0.022), hue });
  const panelText = { lightness: 0.93, chroma: Math.min(chroma, 0.035), hue };
  const hover = toHex({ lightness: stepAside(lightness, 0.06), chroma, hue });
  return {
    accent,
    "accent-hover": hover,
    "accent-soft": soft,
    "accent-text": darkenUntil(hover, (color) => isReadable(color, [...backgrounds, soft])),
    "accent-second": toHex({ lightness: Math.max(lightness, 0.5) + 0.15, chroma: chroma * 0.75, hue }),
    ring: darkenUntil(toHex({ lightness: Math.max(lightness, 0.45) + 0.07, chroma, hue }), (color) =>
      isVisible(color, backgrounds),
    ),
    "panel-start": hover,
    "panel-middle": accent,
    "panel-end": toHex({ lightness: Math.min(0.36, lightness * 0.75), chroma: chroma * 0.65, hue }),
    "panel-text": lightenUntil(toHex(panelText), (color) => isReadable(color, [hover, accent])),
  };
}

function createDark(accent: string, around: Colors): Colors {
  const { chroma, hue } = toOklch(accent);
  const backgrounds = listBackgrounds(around);
  // A button is seen on the page, and its text can be read: there is room between the two.
  const seen = lightenUntil(accent, (color) => isVisible(color, backgrounds));
  const main = darkenUntil(seen, (color) => isReadable(color, ["#ffffff"]));
  const { lightness } = toOklch(main);
  const lighter = toHex({ lightness: lightness + 0.045, chroma, hue });
  const soft = toHex({ lightness: 0.275, chroma: Math.min(chroma, 0.075), hue });
  return {
    accent: main,
    "accent-hover": isReadable(lighter, ["#ffffff"])
      ? lighter
      : toHex({ lightness: lightness - 0.045, chroma, hue }),
    "accent-soft": soft,
    "accent-text": lightenUntil(toHex({ lightness: 0.785, chroma: Math.min(chroma, 0.105), hue }), (color) =>
      isReadable(color, [...backgrounds, soft]),
    ),
    "accent-second": toHex({ lightness: 0.585, chroma: Math.min(chroma, 0.2), hue }),
    ring: lightenUntil(toHex({ lightness: 0.68, chroma: Math.min(chroma, 0.16), hue }), (color) =>
      isVisible(color, backgrounds),
    ),
  };
}

const listBackgrounds = ({ canvas = "", surface = "", sunken = "" }: Colors) => [canvas, surface, sunken];

const isReadable = (color: string, others: readonly string[]) =>
  others.every((other) => getContrast(color, other) >= TEXT_CONTRAST_MIN);

const isVisible = (color: string, others: readonly string[]) =>
  others.every((other) => getContrast(color, other) >= SHAPE_CONTRAST_MIN);

/** Darker, or lighter where there is nothing darker. */
const stepAside = (lightness: number, step: number) =>
  lightness > 2 * step ? lightness - step : lightness + step;

const darkenUntil = (color: string, isEnough: (color: string) => boolean) => shift(color, -STEP, isEnough);
const lightenUntil = (color: string, isEnough: (color: string) => boolean) => shift(color, STEP, isEnough);

function shift(color: string, step: number, isEnough: (color: string) => boolean): string {
  const given: Oklch = toOklch(color);
  let shifted = color;
  for (let { lightness } = given; !isEnough(shifted) && lightness >= 0 && lightness <= 1; lightness += step)
    shifted = toHex({ ...given, lightness });
  return shifted;
}
