/** A second entity from the first: files with other names, and lists that have both. */

const WORDS: readonly (readonly [string, string])[] = [
  ["project", "task"],
  ["Project", "Task"],
  ["PROJECT", "TASK"],
];

/** The text about tasks that the one about projects becomes. */
export function toTwin(text: string): string {
  return WORDS.reduce((changed, [word, by]) => changed.replaceAll(word, by), text);
}

/** A list of the first entity's that has both: each of its entries, and then the twin's. */
export function addTwin(text: string): string {
  return text.split("\n").map(addTwinOfLine).join("\n");
}

function addTwinOfLine(line: string): string {
  const twin = toTwin(line);
  if (twin === line || /^\s*(\/\*)?\*/.test(line) || /^\s*\/\//.test(line)) return line;
  const inner = findEntries(line);
  if (!inner) return `${line}\n${twin}`;
  const entries = line.slice(inner.start, inner.end);
  const twins = splitEntries(entries)
    .filter((entry) => toTwin(entry) !== entry)
    .map((entry) => `, ${toTwin(entry).trim()}`);
  const kept = entries.trimEnd();
  return (
    line.slice(0, inner.start) + kept + twins.join("") + entries.slice(kept.length) + line.slice(inner.end)
  );
}

/** At the commas outside of brackets. */
function splitEntries(text: string): string[] {
  const entries = [""];
  let depth = 0;
  for (const character of text) {
    if ("[{(".includes(character)) depth += 1;
    if ("]})".includes(character)) depth -= 1;
    if (character === "," && depth === 0) entries.push("");
    else entries.push(`${entries.pop() ?? ""}${character}`);
  }
  return entries;
}

/** Where the entries of a list are that stands in one line with its name; null for a line that is an entry itself. */
function findEntries(line: string): { start: number; end: number } | null {
  if (/^(import|export interface)\b/.test(line)) return null;
  // The type of a list may have brackets, too.
  const open = /(?:=|return|^\s+\w+:) ?(?=[[{])/.exec(line);
  if (!open) return null;
  const start = open.index + open[0].length;
  if (toTwin(line.slice(0, start)) !== line.slice(0, start)) return null;
  let depth = 0;
  for (let at = start; at < line.length; at += 1) {
    if ("[{".includes(line.charAt(at))) depth += 1;
    if ("]}".includes(line.charAt(at))) depth -= 1;
    if (depth === 0) return { start: start + 1, end: at };
  }
  return null;
}

export type Texts = Record<string, unknown>;

/** A file of texts that has both. */
export function addTwinTexts(json: string): string {
  const texts = mergeTexts(JSON.parse(json) as Texts, JSON.parse(toTwin(json)) as Texts);
  return `${JSON.stringify(texts, null, 2)}\n`;
}

/** What the first has stays. */
export function mergeTexts(one: Texts, other: Texts): Texts {
  const merged: Texts = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const present = merged[key];
    merged[key] =
      typeof present === "object" ? mergeTexts(present as Texts, value as Texts) : (present ?? value);
  }
  return merged;
}
