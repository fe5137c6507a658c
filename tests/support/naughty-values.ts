/**
 * Values that programs tend to mishandle, and every place of an operation's input that they can be put into. The texts are
 * of the kinds that the Big List of Naughty Strings has (github.com/minimaxir/big-list-of-naughty-strings).
 */
import * as z from "zod";
import type { Operation } from "~/services/platform/operation.server";

/** A field of an input, or an item or a field in it: `["notifications", 0, "name"]`. */
export interface InputPlace {
  at: readonly (string | number)[];
  schema: JsonSchema;
}

export interface JsonSchema {
  type?: string;
  enum?: readonly unknown[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  maxLength?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
}

/** Every place of the operation's input, by its schema: the path's parameters, the fields, and what is in them. */
export function listInputPlaces(operation: Operation): InputPlace[] {
  const schema = z.toJSONSchema(operation.input, { io: "input", unrepresentable: "any" }) as JsonSchema;
  const places = listPlacesIn(schema, []);
  return [...new Map(places.map((place) => [place.at.join("."), place])).values()];
}

function listPlacesIn(schema: JsonSchema, at: InputPlace["at"]): InputPlace[] {
  const here = at.length === 0 ? [] : [{ at, schema }];
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
    listPlacesIn(inner, [...at, name]),
  );
  const items = schema.items ? listPlacesIn(schema.items, [...at, 0]) : [];
  const variants = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return [...here, ...fields, ...items, ...variants.flatMap((variant) => listPlacesIn(variant, at))];
}

/** A copy of the input with another value at the place. */
export function putAt(input: Record<string, unknown>, at: InputPlace["at"], value: unknown): typeof input {
  const copy = structuredClone(input);
  let inner: Record<string | number, unknown> = copy;
  for (const [index, key] of at.entries()) {
    if (index === at.length - 1) inner[key] = value;
    else {
      const next = inner[key];
      inner[key] =
        typeof next === "object" && next !== null ? next : typeof at[index + 1] === "number" ? [] : {};
      inner = inner[key] as Record<string | number, unknown>;
    }
  }
  return copy;
}

export const NAUGHTY_TEXTS: readonly string[] = [
  // Empty, blank and reserved words.
  ...[
    "",
    " ",
    "\t\n",
    "undefined",
    "null",
    "NaN",
    "true",
    "nil",
    "__proto__",
    "constructor",
    "hasOwnProperty",
  ],
  // Numbers, times and ids.
  ...[
    "0",
    "-1",
    "1.5",
    "1e309",
    "Infinity",
    "0x10",
    "9007199254740993",
    "١٢٣",
    "1,000",
    "2026-02-30T25:61:61Z",
  ],
  ...["00000000-0000-0000-0000-000000000000", "-99999-01-01T00:00:00Z", "+275760-09-13T00:00:00.001Z"],
  // Punctuation, control characters and blanks that are not seen.
  ...[
    ",./;'[]\\-=`",
    '!@#$%^&*()_+|~<>?:{}"',
    "\u0000",
    "a\u0000b",
    "\u0001\u0008\u001b[31m\u007f\u0085",
    "\r\n.\r\n",
  ],
  ...["\u00a0\u2003\u3000", "\ufeff", "\u200b\u2060", "\u202eevil\u2066", "\u2028\u2029"],
  // Scripts, combining characters, emoji, characters that change length in another case, and half a character.
  ...["Ω≈ç√∫˜µ≤", "田中さんにあげて下さい", "الكل في المجمو", "ﷺ", "Ṱ̺̺̕o͞ ̷i̲̬͇̪͙n̝̗͕v̟̜̘̦͟o̶̙̰̠k̖è̚", "İıßŉǰﬃ"],
  ...["👩‍👩‍👧‍👦💥", "🇯🇵🇰🇷", "\ud800", "\udc00x", "e\u0301\u0301\u0301"],
  // Texts that other programs would run: SQL, HTML, shells, templates, formulas, paths, URLs, headers.
  ...[
    "'; DROP TABLE users; --",
    "1' OR '1'='1",
    "%",
    "_%\\",
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
  ],
  ...["javascript:alert(1)", "$(touch /tmp/naughty)", "`id`", "{{7*7}}${7*7}<%=7*7%>", "%s%n%x%d", "%00%ff%"],
  ...[
    '=cmd|"/C calc"!A0',
    "../../../../etc/passwd",
    "..\\..\\win.ini",
    "file:///etc/passwd",
    "CON",
    "a\r\nSet-Cookie: a=b",
  ],
  ...[
    "http://[::1",
    "https://user:password@example.com:99999/",
    "//example.com",
    "https://xn--a",
    "a@b",
    "a@b@c.example",
  ],
  ...[
    "ada@exámple.com",
    "ada@example.com\n",
    `"a b"@example.com`,
    "a".repeat(300),
    "💥".repeat(600),
    "x".repeat(20_000),
  ],
];

/** In a URL: bytes that are no UTF-8, a lone percent sign, and a path within a segment. */
export const NAUGHTY_URL_PARTS: readonly string[] = [
  "%",
  "%FF",
  "%00",
  "%ED%A0%80",
  "%2e%2e%2f",
  "%2F",
  "a%0d%0ab",
];

export const NAUGHTY_TYPES: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 2 ** 31, 2 ** 53, 1e308, -1e-308],
  ...[[], [[]], [null], ["x"], [""], {}, { $ne: "" }, { length: 1e9 }, { toString: null }, { "": "" }],
  JSON.parse('{"__proto__": {"isMaster": true}}'),
  Array.from({ length: 1001 }, () => "x"),
  Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`k${index}`, index])),
  JSON.parse(`${"[".repeat(200)}${"]".repeat(200)}`),
  JSON.parse(`${'{"a":'.repeat(200)}1${"}".repeat(200)}`),
];

/** Values at the limits that the schema states, and one beyond. */
export function listSizes(schema: JsonSchema): unknown[] {
  const { maxLength, maxItems, minimum, maximum } = schema;
  const letters = maxLength === undefined ? [] : [maxLength, maxLength + 1];
  const items = maxItems === undefined ? [] : [maxItems, maxItems + 1];
  return [
    ...letters.flatMap((length) => ["x".repeat(length), "💥".repeat(length)]),
    ...items.map((length) => Array.from({ length }, (_, index) => String(index))),
    ...(minimum === undefined ? [] : [minimum, minimum - 1]),
    ...(maximum === undefined ? [] : [maximum, maximum + 1]),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(listSizes),
  ];
}

/** The input as the operation takes it: in the path, in the query string, and in the body. */
export function writeRequest(
  { method, path, listField }: Pick<Operation, "method" | "path" | "listField">,
  input: Record<string, unknown>,
): [path: string, body?: unknown] {
  const isInPath = (name: string) => path.split("/").includes(`:${name}`);
  const filled = path.replace(/:(\w+)/g, (_, name: string) => writeInUrl(input[name]));
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !isInPath(name)));
  if (method !== "GET") return [filled, listField === undefined ? rest : (rest[listField] ?? rest)];
  const query = Object.entries(rest).map(([name, value]) => `${name}=${writeInUrl(value)}`);
  return [`${filled}?${query.join("&")}`];
}

/** A server reads 16 kB of headers, of which the URL is one. */
const URL_PART_MAX_LENGTH = 1000;

/** Half a character has no place in a URL: the bytes that it would have take it. */
function writeInUrl(value: unknown): string {
  const text = String(value);
  if (NAUGHTY_URL_PARTS.includes(text)) return text;
  return /\p{Surrogate}/u.test(text) ? "%ED%A0%80" : encodeURIComponent(text.slice(0, URL_PART_MAX_LENGTH));
}
