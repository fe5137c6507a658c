/** The texts on the server: found in the reader's language, and found again. */
import { describe, expect, test } from "vitest";
import { translator } from "./translator.server";

describe("what a component is given", () => {
  test.each([
    ["en", "Sign out"],
    ["es", "Cerrar sesión"],
  ])("finds its own file's texts in %s, the second time as the first", (locale, text) => {
    const t = translator(locale).i18n.getFixedT(null, "layout");
    expect([t("menu.signout"), t("menu.signout")]).toEqual([text, text]);
  });

  test("fills in values each time anew", () => {
    const t = translator("en").i18n.getFixedT(null, "layout");
    expect(t("menu.of", { name: "Ada" })).not.toBe(t("menu.of", { name: "Grace" }));
    expect(t("menu.of", { name: "Ada" })).toContain("Ada");
  });

  test("finds the text that fits how many there are", () => {
    const t = translator("en").i18n.getFixedT(null, "data");
    expect([1, 2].map((count) => t("table.selected", { count }))).toEqual(["1 selected", "2 selected"]);
  });

  test("keeps the files apart, and a text that is none as it is", () => {
    const { i18n } = translator("en");
    expect(i18n.getFixedT(null, "form")("menu.signout")).toBe("menu.signout");
    expect(i18n.getFixedT(null, "layout")("menu.signout")).toBe("Sign out");
  });
});
