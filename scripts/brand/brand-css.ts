/** app/product/brand.css: written with the colours of an accent, and read as app/ui/theme.css is. */
import type { Colors, Palette } from "./palette";

const HEAD =
  '/* The colours of the accent. `npm run brand -- --accent "#0a7f5a"` writes this file; the other colours are in app/ui/theme.css. */';

/** The whole file. */
export function writeBrandCss({ light, dark }: Palette): string {
  const block = (selector: string, colors: Colors) => [
    `  ${selector} {`,
    ...Object.entries(colors).map(([name, color]) => `    --${name}: ${color};`),
    "  }",
  ];
  const lines = [HEAD, "@layer base {", ...block(":root", light), "", ...block(".dark-colors", dark), "}"];
  return `${lines.join("\n")}\n`;
}

/** The colours of a style sheet in both themes, by the names of their variables. */
export function readColors(css: string): Palette {
  return { light: readBlock(css, ":root {"), dark: readBlock(css, ".dark-colors {") };
}

function readBlock(css: string, start: string): Colors {
  const [, block = ""] = css.split(start);
  const [inside = ""] = block.split("}");
  return Object.fromEntries(
    [...inside.matchAll(/--([\w-]+): (#[0-9a-f]{3,6});/g)].map(([, name = "", color = ""]) => [name, color]),
  );
}
