/** The server's texts beside the library's own: a component must read the same from both. */
import { createElement, type ReactElement } from "react";
import { renderToString } from "react-dom/server";
import * as library from "react-i18next";
import { expect, test } from "vitest";
import { translator } from "~/i18n/translator.server";
import * as onServer from "./texts-on-server";

type Texts = Pick<typeof library, "useTranslation">;

/** A text without values, one with a value, one that counts, and one of another file. */
function makePage({ useTranslation }: Texts) {
  return function Page(): ReactElement {
    const { t, i18n } = useTranslation("profile");
    const texts = [
      t("title"),
      t("sessions.from", { address: "<b>here</b>" }),
      t("sessions.others_ended", { count: 1 }),
      t("sessions.others_ended", { count: 3 }),
      t("common:title.profile"),
      i18n.language,
    ];
    return createElement("p", null, texts.join(" | "));
  };
}

test.each(["en", "es"] as const)("in %s every kind of text reads as the library's", (locale) => {
  const { i18n } = translator(locale);
  const theirs = createElement(library.I18nextProvider, { i18n }, createElement(makePage(library)));
  const children = createElement(makePage(onServer as unknown as Texts));
  const ours = createElement(onServer.I18nextProvider, { i18n, children });
  expect(renderToString(ours)).toBe(renderToString(theirs));
  expect(renderToString(ours)).toContain(locale);
});

test("a component without texts around it is told so", () => {
  expect(() => renderToString(createElement(makePage(onServer as unknown as Texts)))).toThrow(/no texts/);
});
