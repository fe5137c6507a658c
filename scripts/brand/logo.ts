/** The founder's logo: checked as strictly as what users upload, and drawn as the icons of browsers, phones and other sites. */
import { statSync, readFileSync } from "node:fs";
import sharp from "sharp";
import { getContrast } from "../../app/domain/contrast";
import { AVATAR_MAX_PIXELS, UPLOAD_MAX_BYTES } from "../../app/domain/limits";
import { BrandError } from "./options";

/** An icon on the home screen of a phone, in pixels of each side. */
const TOUCH_ICON_SIZE = 180;
/** What other sites show with a link: https://ogp.me. */
const SOCIAL = { width: 1200, height: 630, logo: 360 };
/** A wider one would be a line of dots in 26 pixels. */
const MOST_TIMES_AS_WIDE = 4;
/** How much of the logo has to be seen on white, and from which contrast on it is. */
const SEEN_SHARE_MIN = 0.02;
const SEEN_CONTRAST = 1.6;
const SAMPLE_SIZE = 64;

/** Elements that draw. What runs, loads or embeds something is none of them: script, foreignObject, image, animate, a. */
const ELEMENTS = new Set(
  (
    "svg g defs symbol use title desc metadata style path rect circle ellipse line polyline polygon " +
    "linearGradient radialGradient stop clipPath mask pattern marker filter feBlend feColorMatrix feComponentTransfer " +
    "feComposite feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset feDropShadow"
  ).split(" "),
);

/** What must not be anywhere in the file, and why. Entities and escapes could hide it, so neither may be there. */
const FORBIDDEN: readonly [pattern: RegExp, reason: string][] = [
  [/<!DOCTYPE|<!ENTITY|<!\[CDATA\[/i, "has a DOCTYPE, entities or CDATA"],
  [/<\?(?!xml\s)/i, "has a processing instruction"],
  [/&(?!(?:amp|lt|gt|quot|apos);)/, "has character references or entities"],
  [/[\s"'/]on\w+\s*=/i, "has an event handler"],
  [/(?:href|src)\s*=\s*(?:"(?!#)|'(?!#)|[^"'\s])/i, "refers to something outside of the file"],
  [/url\(\s*(?!["']?#)/i, "loads something by url()"],
  [/@import|@font-face|image-set|expression\(|javascript:|\\/i, "has a style that loads or hides something"],
];

/** Returns the text of the file. Throws BrandError for what cannot be read, is no SVG, or could harm. */
export function readLogo(file: string): string {
  const text = readText(file);
  const reason = findHarm(text);
  if (reason !== null)
    throw new BrandError(
      `--logo: ${file} ${reason}. Save it as a plain SVG of paths, without scripts and links. Nothing was changed.`,
    );
  return `${text.trim()}\n`;
}

function readText(file: string): string {
  try {
    if (statSync(file).size > UPLOAD_MAX_BYTES)
      throw new BrandError(
        `--logo: ${file} has more than ${UPLOAD_MAX_BYTES / 1024 / 1024} MB: save it without pictures and history. Nothing was changed.`,
      );
    return readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    if (error instanceof BrandError) throw error;
    throw new BrandError(`--logo: ${file} cannot be read. Name an SVG file. Nothing was changed.`, {
      cause: error,
    });
  }
}

/** Returns what is wrong with an SVG; null when nothing is. */
function findHarm(text: string): string | null {
  const visible = text.replace(/<!--[^]*?-->/g, "");
  const forbidden = FORBIDDEN.find(([pattern]) => pattern.test(visible));
  if (forbidden) return forbidden[1];
  if (!/^\s*(?:<\?xml[^>]*\?>\s*)?<svg[\s>]/.test(visible)) return "is no SVG";
  const names = [...visible.matchAll(/<\/?([^\s<>/!?]+)/g)].map(([, name = ""]) => name);
  const other = names.find((name) => !ELEMENTS.has(name) && !isOfEditor(name));
  return other === undefined ? null : `has the element ${other.slice(0, 40)}`;
}

/** What Inkscape and Illustrator note for themselves, which no browser draws. */
const isOfEditor = (name: string) => /^(?:sodipodi|inkscape|rdf|cc|dc|serif|i|sketch):/.test(name);

export interface Icons {
  touchIcon: Buffer;
  socialPicture: Buffer;
}

/** Draws the logo on white. Throws BrandError for one that cannot be drawn, is too large, or cannot be seen there. */
export async function drawIcons(svg: string, { accent }: { accent: string }): Promise<Icons> {
  await requireDrawable(svg);
  const [small, large] = await Promise.all([
    draw(svg, Math.round(TOUCH_ICON_SIZE * 0.72)),
    draw(svg, SOCIAL.logo),
  ]);
  return {
    touchIcon: await place(small, { width: TOUCH_ICON_SIZE, height: TOUCH_ICON_SIZE, background: "#ffffff" }),
    socialPicture: await place(await putOnTile(large), { ...SOCIAL, background: accent }),
  };
}

async function requireDrawable(svg: string): Promise<void> {
  const refuse = (reason: string) => new BrandError(`--logo: ${reason} Nothing was changed.`);
  const { width, height } = await readSize(svg);
  if (width * height > AVATAR_MAX_PIXELS)
    throw refuse(
      `the logo has ${width} × ${height} pixels, and may have ${AVATAR_MAX_PIXELS / 1_000_000} million: give it a smaller width and height.`,
    );
  if (Math.max(width / height, height / width) > MOST_TIMES_AS_WIDE)
    throw refuse(
      "the logo is too wide or too high: take the sign alone, because the name stands next to it.",
    );
  if ((await measureSeen(svg)) < SEEN_SHARE_MIN)
    throw refuse("the logo can hardly be seen on white: take the one for light backgrounds.");
}

async function readSize(svg: string): Promise<{ width: number; height: number }> {
  try {
    const { width, height } = await sharp(Buffer.from(svg), { limitInputPixels: false }).metadata();
    return { width, height };
  } catch (cause) {
    throw new BrandError("--logo: the file cannot be drawn: save it as an SVG again. Nothing was changed.", {
      cause,
    });
  }
}

/** The share of the picture that differs from white. */
async function measureSeen(svg: string): Promise<number> {
  const { data, info } = await sharp(await draw(svg, SAMPLE_SIZE))
    .flatten({ background: "#ffffff" })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const hexes = Array.from({ length: info.width * info.height }, (_, pixel) =>
    data.subarray(pixel * info.channels, pixel * info.channels + 3).toString("hex"),
  );
  return hexes.filter((hex) => getContrast(`#${hex}`, "#ffffff") >= SEEN_CONTRAST).length / hexes.length;
}

function draw(svg: string, size: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { limitInputPixels: AVATAR_MAX_PIXELS, density: 72 })
    .resize(size, size, { fit: "contain", background: "#ffffff00" })
    .png()
    .toBuffer();
}

/** A white square with round corners around it, as the product shows the logo. */
async function putOnTile(logo: Buffer): Promise<Buffer> {
  const size = SOCIAL.logo + 80;
  const tile = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="${size}" height="${size}" rx="96" fill="#fff"/></svg>`;
  return sharp(Buffer.from(tile))
    .composite([{ input: logo }])
    .png()
    .toBuffer();
}

function place(
  picture: Buffer,
  { width, height, background }: { width: number; height: number; background: string },
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .composite([{ input: picture }])
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}
