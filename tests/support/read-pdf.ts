/** Reads the PDF files of the payment sandbox. */
import { inflateSync } from "node:zlib";

/** The texts of a PDF, one a line, in the order in which they are drawn. */
export function readText(file: Buffer): string {
  const objects = readObjects(file.toString("latin1"));
  const names = [...objects.values()].join("\n").matchAll(/\/(F\d+) (\d+) 0 R/g);
  const fonts = new Map(Array.from(names, ([, name = "", id = ""]) => [name, readLetters(objects, id)]));
  const drawn: string[] = [];
  for (const content of objects.values()) {
    let letters: string[] = [];
    for (const [, font, run = ""] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g))
      if (font === undefined) drawn.push(toText(run, letters));
      else letters = fonts.get(font) ?? [];
  }
  return drawn.join("\n");
}

/** The content of each object by its number; streams are unpacked. */
function readObjects(text: string): Map<string, string> {
  const objects = text.matchAll(/(\d+) 0 obj\n([^]*?)\nendobj/g);
  return new Map(Array.from(objects, ([, id = "", content = ""]) => [id, unpack(content)]));
}

function unpack(content: string): string {
  const [head = "", stream] = content.split("stream\n");
  if (stream === undefined || !head.includes("FlateDecode")) return content;
  return inflateSync(Buffer.from(stream.replace(/\nend$/, ""), "latin1")).toString("latin1");
}

/** The letter of each glyph of a font, from the table that the font has for readers. */
function readLetters(objects: Map<string, string>, id: string): string[] {
  const table = objects.get(/\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? "")?.[1] ?? "") ?? "";
  const ranges = table.matchAll(/<[0-9a-f]+> <[0-9a-f]+> \[(.*?)\]/gi);
  return Array.from(ranges, ([, range = ""]) => range)
    .flatMap((range) => [...range.matchAll(/<([0-9a-f]*)>/gi)])
    .map(([, hex = ""]) => Buffer.from(hex, "hex").swap16().toString("utf16le"));
}

function toText(run: string, letters: readonly string[]): string {
  const glyphs = [...run.matchAll(/<([0-9a-f]*)>/g)].flatMap(([, hex = ""]) => hex.match(/.{4}/g) ?? []);
  return glyphs.map((glyph) => letters[Number.parseInt(glyph, 16)] ?? "").join("");
}
