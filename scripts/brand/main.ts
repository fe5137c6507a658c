/** The program of `npm run brand`: reads the options, makes every file, and writes them when all could be made. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { PRODUCT_VERSION } from "../../app/domain/product";
import { findCommit, readCloneVersion, writeCloneVersion } from "../lib/clone-version.mjs";
import { ROOT } from "../lib/root.mjs";
import { readColors, writeBrandCss } from "./brand-css";
import { createDocuments } from "./documents";
import { drawIcons, readLogo } from "./logo";
import { createMark } from "./mark";
import { BrandError, parseOptions, type Options } from "./options";
import { createPalette, findUsableAccent } from "./palette";
import { changeBrand, LOGO_URL, readBrand, type BrandValues } from "./values";
import { writeFiles, type Files } from "./write-files";

brandProduct(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof BrandError ? error.message : error);
  process.exitCode = 1;
});

async function brandProduct(args: readonly string[]): Promise<void> {
  const options = parseOptions(args);
  const brand = changeBrand(readBrand(join(ROOT, "app/product/brand.json")), options);
  const files = await createFiles(brand, options);
  // Before the founder's first commit HEAD is the product's own.
  const commit = findCommit();
  writeFiles(ROOT, files);
  if (readCloneVersion() === null) writeCloneVersion({ version: PRODUCT_VERSION, commit });
  console.log(`The product is ${brand.name} now. Written:`);
  for (const path of files.keys()) console.log(`  ${path}`);
  console.log("npm start builds and shows it; docs/brand.md says what else can be changed.");
}

async function createFiles(brand: BrandValues, options: Options): Promise<Files> {
  const theme = readColors(read("app/ui/theme.css"));
  if (options.accent !== undefined) requireUsable(brand.accent, findUsableAccent(brand.accent, theme));
  const mark = readMark(brand, options);
  const { touchIcon, socialPicture } = await drawIcons(mark, brand);
  return new Map<string, string | Buffer>([
    ["app/product/brand.json", `${JSON.stringify(brand, null, 2)}\n`],
    ...toEntry(options.accent, "app/product/brand.css", () =>
      writeBrandCss(createPalette(brand.accent, theme)),
    ),
    ...toEntry(options.logo, `public${LOGO_URL}`, () => mark),
    ["public/favicon.svg", mark],
    ["public/apple-touch-icon.png", touchIcon],
    ["public/social.png", socialPicture],
    ["package.json", renamePackage(read("package.json"), brand.slug)],
    ...createDocuments(ROOT, brand),
  ]);
}

/** The file, where the option was given. */
function toEntry(option: unknown, path: string, create: () => string): [string, string][] {
  return option === undefined ? [] : [[path, create()]];
}

function requireUsable(accent: string, usable: string): void {
  if (accent === usable) return;
  throw new BrandError(
    `--accent ${accent} is too light: white text on it, or the colour on the page, could not be read (WCAG AA, 4.5:1). ` +
      `The nearest that can is "${usable}". Nothing was changed.`,
  );
}

/** The founder's logo, given now or before; otherwise the product's own in the accent. */
function readMark(brand: BrandValues, { logo }: Options): string {
  if (logo !== undefined) return readLogo(resolve(logo));
  if (brand.logo !== null) return readLogo(join(ROOT, "public", brand.logo));
  return createMark(read("app/ui/kit/icons.svg"), brand.accent);
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

/** Only the line of the name, so that an update finds the rest as it was. */
function renamePackage(manifest: string, slug: string): string {
  return manifest.replace(/^ {2}"name": "[^"]*"/m, () => `  "name": "${slug}"`);
}
