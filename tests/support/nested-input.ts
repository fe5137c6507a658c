/** Input that is nested thousands of levels deep, and how deep an answer is. */

/** Data of about a thousand levels exhausts the stack of turbo-stream 2. */
export const NESTED_LEVELS = 3000;

/** As JSON, it is as deep as that. */
export const NESTED_TEXT = "[".repeat(NESTED_LEVELS) + "]".repeat(NESTED_LEVELS);

/** As long as that, and flat: it is refused where a text of this length is, and its answer shows what an answer may have. */
export const FLAT_TEXT = "x".repeat(NESTED_TEXT.length);

/** A field's name which form libraries read as a path, by brackets in one half and by dots in the other. */
export function toNestedName(name: string): string {
  return name + "[a]".repeat(NESTED_LEVELS / 2) + ".a".repeat(NESTED_LEVELS / 2);
}

/** How many objects and lists are within each other: 0 for a text. */
export function measureLevels(value: unknown): number {
  return countLevels(value, (each) => (isObject(each) ? Object.values(each) : null));
}

/** The levels of an answer: of JSON, or of the data of a page as Remix's client reads it. Another answer has none. */
export function measureAnswer(headers: Headers, body: string): number {
  const type = headers.get("Content-Type") ?? "";
  if (type.includes("json")) return measureLevels(JSON.parse(body));
  return type.startsWith("text/x-script") ? measureStream(body) : 0;
}

/** It goes level by level, because a recursion would end early. A value in two places of a level counts once. */
function countLevels(root: unknown, listInner: (value: unknown) => unknown[] | null): number {
  let [level, levels] = [new Set([root]), 0];
  for (;;) {
    const inner = [...level].map(listInner).filter((each) => each !== null);
    if (inner.length === 0) return levels;
    level = new Set(inner.flat());
    levels += 1;
    if (levels > 10 * NESTED_LEVELS) throw new Error("a value holds itself");
  }
}

/** Tags of turbo-stream whose numbers are not places of values: a date, the number of a promise, and others. */
const FLAT_TAGS = new Set(["D", "P", "U", "B", "R", "Y", "E"]);

/**
 * Each line of turbo-stream is a list of values, whose objects and lists hold the places of others. The first line has the
 * data at its beginning, and each further one that of a promise.
 */
function measureStream(body: string): number {
  const values: unknown[] = [];
  const levels = body.split("\n").map((line) => {
    const listed: unknown = line === "" ? null : JSON.parse(line.replace(/^[PE]\d+:/, ""));
    if (!Array.isArray(listed)) return 0;
    const start = values.length;
    values.push(...(listed as unknown[]));
    return countLevels(start, (place) => listPlaces(values[place as number]));
  });
  return Math.max(...levels);
}

/** Null for a value that holds no others. Negative places mean null, undefined and the like. */
function listPlaces(value: unknown): number[] | null {
  if (!isObject(value)) return null;
  const [tag] = Array.isArray(value) ? (value as unknown[]) : [];
  if (typeof tag === "string" && FLAT_TAGS.has(tag)) return null;
  return Object.values(value).filter((place): place is number => typeof place === "number" && place >= 0);
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
