/**
 * Colours by lightness (0 to 1), chroma (0 to about 0.4) and hue (degrees), where equal steps look equal: https://bottosson.github.io/posts/oklab/.
 * A colour that no screen can show loses chroma, and keeps lightness and hue.
 */
import { toLinearRgb } from "../../app/domain/contrast";

export interface Oklch {
  lightness: number;
  chroma: number;
  hue: number;
}

export function toOklch(hex: string): Oklch {
  const [red, green, blue] = toLinearRgb(hex);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, b),
    hue: (Math.atan2(b, a) * 180) / Math.PI,
  };
}

/** As #rrggbb. */
export function toHex({ lightness, chroma, hue }: Oklch): string {
  for (let left = chroma; left > 0; left -= 0.002) {
    const shares = toLinear({ lightness, chroma: left, hue });
    if (shares.every((share) => share >= -0.0005 && share <= 1.0005)) return write(shares);
  }
  return write(toLinear({ lightness, chroma: 0, hue }));
}

function toLinear({ lightness, chroma, hue }: Oklch): number[] {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function write(shares: number[]): string {
  const bytes = shares.map((share) => Math.round(addGamma(Math.min(1, Math.max(0, share))) * 255));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

const addGamma = (share: number) => (share <= 0.0031308 ? 12.92 * share : 1.055 * share ** (1 / 2.4) - 0.055);
