/** Reads the PDF files of the payment sandbox. */
import { inflateSync } from "node:zlib";

/** The text of a PDF, whose fonts are encoded in Windows-1252. */
export function readText(file: Buffer): string {
  const parts = file.toString("latin1").split("stream\n").slice(1);
  const pages = parts.flatMap((part) => {
    try {
      return [inflateSync(Buffer.from(part, "latin1")).toString("latin1")];
    } catch {
      return [];
    }
  });
  const runs = pages.join("\n").matchAll(/\[(.*?)\] TJ/g);
  return Array.from(runs, ([, run = ""]) =>
    Array.from(run.matchAll(/<([0-9a-f]*)>/g), ([, hex = ""]) =>
      new TextDecoder("windows-1252").decode(Buffer.from(hex, "hex")),
    ).join(""),
  ).join("\n");
}
