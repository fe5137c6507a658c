/**
 * `npm run icons`: writes the sprite, with the icons that app/domain/icon-names.ts lists, from lucide's own files, and the
 * logos of the identity providers.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { ICON_NAMES } from "../app/domain/icon-names";
import { resolveFromRoot } from "./lib/root.mjs";
import { IDENTITY_PROVIDER_LOGOS } from "./identity-provider-logos";

const SPRITE = resolveFromRoot("app", "ui", "kit", "icons.svg");

writeFileSync(
  SPRITE,
  `<svg xmlns="http://www.w3.org/2000/svg">
<!-- Written by \`npm run icons\` from lucide-static, ISC license, https://lucide.dev/license -->
${ICON_NAMES.map(renderSymbol).join("\n")}
${Object.entries(IDENTITY_PROVIDER_LOGOS).map(renderLogo).join("\n")}
</svg>
`,
);
console.log(`Wrote ${ICON_NAMES.length} icons to ${SPRITE}.`);

/** Size, stroke and fill are left out, because a rule in app/ui/theme.css sets them. */
function renderSymbol(name: string): string {
  const icon = readFileSync(resolveFromRoot("node_modules", "lucide-static", "icons", `${name}.svg`), "utf8");
  const shapes = /<svg[^>]*>(.*)<\/svg>/s.exec(icon)?.[1];
  if (shapes === undefined) throw new Error(`lucide-static/icons/${name}.svg has no <svg> element`);
  return `<symbol id="${name}" viewBox="0 0 24 24">${shapes.replace(/\n\s*/g, "")}</symbol>`;
}

function renderLogo([network, path]: readonly [string, string]): string {
  return `<symbol id="logo-${network}" viewBox="0 0 24 24"><path d="${path}" /></symbol>`;
}
