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

  test("fills in values that come under replace", () => {
    const t = translator("en").i18n.getFixedT(null, "form");
    expect(t("excluded", { replace: { type: "image/gif" } })).toBe("File type excluded: image/gif");
  });

  test("finds the text that fits how many there are", () => {
    const t = translator("en").i18n.getFixedT(null, "data");
    expect([1, 2].map((count) => t("table.selected", { count }))).toEqual(["1 selected", "2 selected"]);
  });

  test("keeps the files apart, and a text that is none as it is", () => {
    const { i18n } = translator("en");
    expect(i18n.getFixedT(null, "form")("menu.signout" as never)).toBe("menu.signout");
    expect(i18n.getFixedT(null, "layout")("menu.signout")).toBe("Sign out");
  });
});

describe("a packed message", () => {
  const { message, hasMessage } = translator("en");
  const OPTIONS =
    "returnObjects=true&lng=es&ns=auth&context=x&defaultValue=Free+text&postProcess=x&joinArrays=x";

  test("is filled in with its values, and they are no options of the translation", () => {
    expect(message("form:min_length?label=Name&minLength=8")).toContain("8");
    expect(message(`errors:conflict?${OPTIONS}`)).toBe(message("errors:conflict"));
    expect(message(`errors:conflict?replace=x&interpolation=x&skipInterpolation=1`)).toBe(
      message("errors:conflict"),
    );
    expect(message(`errors:none?${OPTIONS}`)).not.toContain("Free text");
  });

  test("is there, or not", () => {
    expect(hasMessage("errors:conflict")).toBe(true);
    expect(hasMessage("data:table.selected?count=2")).toBe(true);
    for (const none of [
      "errors:none",
      "Free text",
      "none:conflict",
      `errors:none?${OPTIONS}`,
      "errors:none?count=x",
    ]) {
      expect(hasMessage(none), none).toBe(false);
    }
  });
});
