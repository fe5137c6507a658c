/** The logo: what draws is accepted, and what runs, loads, hides or floods is refused with a sentence. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { drawIcons, readLogo } from "./logo";
import { BrandError } from "./options";

const folder = mkdtempSync(join(tmpdir(), "brand-logo-"));
const file = join(folder, "logo.svg");
afterAll(() => rmSync(folder, { recursive: true }));

const wrap = (inside: string, attributes = 'viewBox="0 0 10 10"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`;
const SHAPE = '<rect width="10" height="10" fill="#0a7f5a"/>';

async function tryLogo(text: string): Promise<string> {
  writeFileSync(file, text);
  try {
    await drawIcons(readLogo(file), { accent: "#0a7f5a" });
    return "accepted";
  } catch (error) {
    return error instanceof BrandError ? error.message : `no sentence: ${String(error)}`;
  }
}

test.each<[what: string, svg: string]>([
  ["shapes", wrap(SHAPE)],
  [
    "what editors write",
    `\uFEFF<?xml version="1.0"?>\n<!-- <script> of an editor -->\n${wrap(`<style>.a{fill:#0a7f5a}</style><title>A &amp; B</title>${SHAPE}`)}`,
  ],
  [
    "a gradient of its own",
    wrap(
      '<defs><linearGradient id="g"><stop stop-color="#0a7f5a"/></linearGradient></defs><rect width="10" height="10" fill="url(#g)"/>',
    ),
  ],
  ["a use of its own symbol", wrap('<defs><path id="p" d="M0 0h9v9z"/></defs><use xlink:href="#p"/>')],
])("a logo may have %s", async (_what, svg) => {
  expect(await tryLogo(svg)).toBe("accepted");
});

const bomb = `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${wrap("<title>&b;</title>")}`;

describe("a logo is refused", () => {
  test.each<[what: string, svg: string, reason: string]>([
    ["with a script", wrap(`<script>alert(1)</script>${SHAPE}`), "element script"],
    ["with a script in capitals", wrap("<SCRIPT>alert(1)</SCRIPT>"), "element SCRIPT"],
    ["with HTML", wrap("<foreignObject><body/></foreignObject>"), "element foreignObject"],
    ["with an event handler", wrap('<path d="M0 0" onload="alert(1)"/>'), "event handler"],
    ["with an event handler after a slash", wrap('<path/onclick="alert(1)"/>'), "event handler"],
    ["with a link", wrap(`<a href="https://evil.example">${SHAPE}</a>`), "outside of the file"],
    [
      "with a picture of elsewhere",
      wrap('<image xlink:href="https://evil.example/x.png"/>'),
      "outside of the file",
    ],
    ["with a picture inside", wrap('<image href="data:image/png;base64,AAAA"/>'), "outside of the file"],
    ["with a reference without quotes", wrap("<use href=//evil.example/x#a />"), "outside of the file"],
    ["with a file of this machine", wrap('<use href="file:///etc/passwd#x"/>'), "outside of the file"],
    [
      "with a style of elsewhere",
      wrap("<style>@import 'https://evil.example/x.css';</style>"),
      "style that loads",
    ],
    ["with a fill of elsewhere", wrap('<rect fill="url(https://evil.example/x#a)"/>'), "by url()"],
    ["with an escape in a style", wrap("<style>.a{fill:u\\72l(x)}</style>"), "style that loads or hides"],
    ["with an entity bomb", bomb, "DOCTYPE, entities"],
    ["with a character reference", wrap('<use href="&#104;ttps://x"/>'), "character references"],
    [
      "with a style sheet of elsewhere",
      `<?xml-stylesheet href="x.css"?>${wrap(SHAPE)}`,
      "processing instruction",
    ],
    ["with an animation", wrap('<set attributeName="href" to="x"/>'), "element set"],
    [
      "of 50,000 pixels",
      wrap(SHAPE, 'width="50000" height="50000" viewBox="0 0 10 10"'),
      "50000 × 50000 pixels",
    ],
    ["as a line", wrap('<rect width="90" height="3"/>', 'viewBox="0 0 90 3"'), "too wide"],
    ["in white", wrap('<rect width="10" height="10" fill="#fff"/>'), "hardly be seen on white"],
    ["without an end", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path', "cannot be drawn"],
    ["that is HTML", "<html><body></body></html>", "is no SVG"],
    ["that is empty", "", "is no SVG"],
    ["of more than 5 MB", wrap(`<title>${"x".repeat(5 * 1024 * 1024)}</title>${SHAPE}`), "more than 5 MB"],
  ])("%s", async (_what, svg, reason) => {
    const message = await tryLogo(svg);
    expect(message).toContain(reason);
    expect(message).toContain("Nothing was changed.");
  });

  test("that cannot be read", () => {
    expect(() => readLogo(join(folder, "none.svg"))).toThrow("cannot be read. Name an SVG file.");
    expect(() => readLogo(folder)).toThrow("cannot be read. Name an SVG file.");
  });
});

test("the icons have the sizes that phones and other sites ask for", async () => {
  const { touchIcon, socialPicture } = await drawIcons(wrap(SHAPE), { accent: "#0a7f5a" });
  expect(await sharp(touchIcon).metadata()).toMatchObject({ format: "png", width: 180, height: 180 });
  expect(await sharp(socialPicture).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
});
