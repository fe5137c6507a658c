/** Which languages a product offers: all of them, or those of its brand. */
import { expect, test } from "vitest";
import { formatDateTime, formatDay } from "./dates";
import { LANGUAGES, offerLanguages } from "./locales";

test("a brand without languages of its own offers every language, and English to visitors who ask for none", () => {
  expect(offerLanguages(null)).toEqual({ locales: Object.keys(LANGUAGES), fallback: "en" });
});

test("a brand offers what it names alone, and its first language where that is not English", () => {
  expect(offerLanguages(["en"])).toEqual({ locales: ["en"], fallback: "en" });
  expect(offerLanguages(["es"])).toEqual({ locales: ["es"], fallback: "es" });
});

test("a language that there is not offers nothing, and the start says which there are", () => {
  expect(() => offerLanguages(["xx"])).toThrow("offers none of the languages that there are: en, es");
});

test("English writes MM/dd/yyyy and a clock of 12 hours, Spanish the name of the month and 24 hours", () => {
  const format = (locale: string) =>
    ["2027-01-08T00:05:00.000Z", "2027-09-30T12:30:00.000Z"].map((iso) => formatDateTime(iso, locale));
  expect(format("en")).toEqual(["01/08/2027, 12:05 AM", "09/30/2027, 12:30 PM"]);
  expect(format("es")).toEqual(["8 ene 2027, 00:05", "30 sept 2027, 12:30"]);
  expect(["en", "es"].map((locale) => formatDay("2027-01-08T00:00:00.000Z", locale))).toEqual([
    "01/08",
    "8 ene",
  ]);
});
