/** Input that is nested thousands of levels deep, and how deep an answer is. */
import { decode } from "turbo-stream";

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

/** How many objects and lists are within each other: 0 for a text. It goes level by level, because recursion would end early. */
export async function measureLevels(value: unknown): Promise<number> {
  let [level, levels]: [unknown[], number] = [[await value], 0];
  for (;;) {
    const nested = level.filter((each) => typeof each === "object" && each !== null);
    if (nested.length === 0) return levels;
    level = await Promise.all(new Set(nested.flatMap((each): unknown[] => Object.values(each))));
    levels += 1;
  }
}

/** The levels of an answer: of JSON, or of the data of a page as Remix's client reads it. Another answer has none. */
export async function measureAnswer(headers: Headers, body: string): Promise<number> {
  const type = headers.get("Content-Type") ?? "";
  if (type.includes("json")) return measureLevels(JSON.parse(body));
  const stream = type.startsWith("text/x-script") && new Response(body).body;
  if (!stream) return 0;
  // Redirects and errors, which Remix's client knows by name.
  const plugins = [(_name: string, ...values: unknown[]) => ({ value: values })];
  const { value, done } = await decode(stream, { plugins });
  const levels = await measureLevels(value);
  await done;
  return levels;
}
