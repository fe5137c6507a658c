/** The language of a request. */
import { describe, expect, test } from "vitest";
import { ACCEPT_LANGUAGE_MAX_BYTES, ACCEPT_LANGUAGE_MAX_TAGS } from "~/domain/limits";
import { detectLocale, shortenAcceptLanguage } from "./locale.server";

describe("the detector gets, from an Accept-Language header", () => {
  test("the language detector gets at most 200 bytes and 10 tags", () => {
    const headers = ["en,", `${"a".repeat(7)},`, "es-ES;q=0.8, ", ", ", ","].map((part) => part.repeat(1200));
    for (const header of headers) {
      const read = shortenAcceptLanguage(header);
      expect(read.length).toBeLessThanOrEqual(ACCEPT_LANGUAGE_MAX_BYTES);
      expect(read.split(",").length).toBeLessThanOrEqual(ACCEPT_LANGUAGE_MAX_TAGS);
    }
  });

  test("all that a browser sends", () => {
    const header = "es-ES,es;q=0.9,en-GB;q=0.8,en;q=0.7,de;q=0.6";
    expect(shortenAcceptLanguage(header)).toBe(header);
  });

  test("the language detector gets only whole tags", () => {
    expect(shortenAcceptLanguage(`${"x".repeat(195)},es-ES`)).toBe("x".repeat(195));
    expect(shortenAcceptLanguage("x".repeat(300))).toBe("");
  });
});

test.each([
  ["nothing", {}, "en"],
  ["Spanish", { "accept-language": "es-MX,es;q=0.9" }, "es"],
  ["a language that there is none of", { "accept-language": "xx" }, "en"],
  ["Spanish before thousands of others", { "accept-language": `es,${"xx,".repeat(5000)}` }, "es"],
  ["Spanish behind thousands of others", { "accept-language": `${"xx,".repeat(5000)}es` }, "en"],
  ["Spanish by its cookie", { cookie: "locale=es", "accept-language": "en" }, "es"],
  ["by its cookie what is no language", { cookie: "locale=__proto__", "accept-language": "es" }, "es"],
])("a request that asks for %s", async (_, headers, locale) => {
  expect(await detectLocale(headers)).toBe(locale);
});
