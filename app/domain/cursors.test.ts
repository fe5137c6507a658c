import { describe, expect, test } from "vitest";
import { CURSOR_MAX_LENGTH, createCursor, parseCursor, type CursorValue } from "./cursors";
import { pageForm, parsePagePosition } from "./paging";

const ID = "0199c3f0-7d1c-7c1e-9d55-0a4b1c2d3e4f";
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

test.each<CursorValue>([
  new Date("2026-11-20T09:30:00.123Z"),
  "maría 😀 中",
  "",
  "x".repeat(254),
  "😀".repeat(100),
  -7,
  true,
  null,
])("a cursor keeps the value %s, and is safe in a URL", (value) => {
  const place = { by: "createdAt", value, id: ID, rank: 2 };
  const text = createCursor(place);
  expect(parseCursor(text)).toEqual(place);
  expect(encodeURIComponent(text)).toBe(text);
  expect(text.length).toBeLessThanOrEqual(CURSOR_MAX_LENGTH);
});

describe("no cursor", () => {
  const good = createCursor({ by: "name", value: "a", id: ID, rank: 0 });
  test.each([
    ["empty", ""],
    ["an id, as it was before", ID],
    ["damaged at its beginning", good.slice(1)],
    ["damaged at its end", good.slice(0, -6)],
    ["damaged within", `${good.slice(0, 9)}_${good.slice(10)}`],
    ["of another version", encode([2, "name", 0, "a", ID])],
    ["with a field too few", encode([1, "name", 0, "a"])],
    ["with a field too many", encode([1, "name", 0, "a", ID, 1])],
    ["with a list as its value", encode([1, "name", 0, ["a"], ID])],
    ["with a time that no date has", encode([1, "name", 0, { time: 8.7e15 }, ID])],
    ["with a fraction as its part", encode([1, "name", 0.5, "a", ID])],
    ["not in UTF-8", Buffer.from([0x5b, 0xff, 0x5d]).toString("base64url")],
    ["too long", encode([1, "name", 0, "a".repeat(CURSOR_MAX_LENGTH), ID])],
    ["with characters of another alphabet", `${good}+/=`],
  ])("%s", (_, text) => {
    expect(parseCursor(text)).toBeNull();
    expect(pageForm.safeParse({ after: text }).success).toBe(false);
    expect(parsePagePosition(new URLSearchParams({ after: text, before: text }))).toEqual({});
  });
});
