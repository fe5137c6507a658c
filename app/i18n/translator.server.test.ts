/** The texts on the server, in the user's language. */
import { describe, expect, test } from "vitest";
import { translator } from "./translator.server";

describe("the t of a component", () => {
  test.each([
    ["en", "Sign out"],
    ["es", "Cerrar sesión"],
  ])("t finds in %s the texts of its own file, at the second call too", (locale, text) => {
    const t = translator(locale).i18n.getFixedT(null, "layout");
    expect([t("menu.signout"), t("menu.signout")]).toEqual([text, text]);
  });

  test("t fills in new values at every call", () => {
    const t = translator("en").i18n.getFixedT(null, "layout");
    expect(t("menu.of", { name: "Ada" })).not.toBe(t("menu.of", { name: "Grace" }));
    expect(t("menu.of", { name: "Ada" })).toContain("Ada");
  });

  test("t fills in values that are passed under replace", () => {
    const t = translator("en").i18n.getFixedT(null, "form");
    expect(t("excluded", { replace: { type: "image/gif" } })).toBe("File type excluded: image/gif");
  });

  test("the count chooses the plural", () => {
    const t = translator("en").i18n.getFixedT(null, "data");
    expect([1, 2].map((count) => t("table.selected", { count }))).toEqual(["1 selected", "2 selected"]);
  });

  test("t finds no text of another file, and returns an unknown key unchanged", () => {
    const { i18n } = translator("en");
    const form = i18n.getFixedT(null, "form") as (key: string) => string;
    expect(form("menu.signout")).toBe("menu.signout");
    expect(i18n.getFixedT(null, "layout")("menu.signout")).toBe("Sign out");
  });
});

describe("a packed message", () => {
  const { message, hasMessage } = translator("en");
  const OPTIONS =
    "returnObjects=true&lng=es&ns=auth&context=x&defaultValue=Free+text&postProcess=x&joinArrays=x";

  test("a packed message's values are filled in, and do not act as options of i18next", () => {
    expect(message("form:min_length?label=Name&minLength=8")).toContain("8");
    expect(message(`errors:conflict?${OPTIONS}`)).toBe(message("errors:conflict"));
    expect(message(`errors:conflict?replace=x&interpolation=x&skipInterpolation=1`)).toBe(
      message("errors:conflict"),
    );
    expect(message(`errors:none?${OPTIONS}`)).not.toContain("Free text");
  });

  test("a message has a text or has none", () => {
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
