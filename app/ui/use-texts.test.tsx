/** The texts of components: what is looked up once, and what at every call. */
import { act, render, renderHook, screen } from "@testing-library/react";
import { createInstance, type i18n, type ReadCallback } from "i18next";
import { Suspense, type ReactNode } from "react";
import { I18nextProvider } from "react-i18next";
import { expect, test, vi } from "vitest";
import { INTERPOLATION, PRODUCT_NAME } from "~/domain/product";
import dataEn from "~/i18n/en/data.json";
import layoutEn from "~/i18n/en/layout.json";
import dataEs from "~/i18n/es/data.json";
import layoutEs from "~/i18n/es/layout.json";
import { useTexts } from "./use-texts";

const TEAM = `The ${PRODUCT_NAME} team`;

const RESOURCES = { en: { data: dataEn, layout: layoutEn }, es: { data: dataEs, layout: layoutEs } };

function createTexts(lng = "en") {
  const texts = createInstance();
  void texts.init({
    lng,
    initImmediate: false,
    resources: structuredClone(RESOURCES),
    interpolation: INTERPOLATION,
  });
  return { texts, lookUp: vi.spyOn(texts, "t") };
}

/** Texts in files that "load" when the test answers. */
async function createTextsInFiles() {
  const texts = createInstance();
  const requests: ReadCallback[] = [];
  const read = vi.fn((_language: string, _name: string, answer: ReadCallback) => void requests.push(answer));
  await texts
    .use({ type: "backend", init: () => undefined, read })
    .init({ lng: "en", fallbackLng: false, ns: [] });
  const answer: ReadCallback = (...reply) => requests.splice(0).forEach((request) => request(...reply));
  return { texts, read, answer };
}

function provide(texts: i18n) {
  return ({ children }: { children: ReactNode }) => (
    <I18nextProvider i18n={texts}>
      <Suspense fallback="Waiting">{children}</Suspense>
    </I18nextProvider>
  );
}

function renderTexts(texts: i18n) {
  return renderHook(() => useTexts(["layout", "data"]), { wrapper: provide(texts) });
}

function SignOut() {
  return <p>{useTexts("layout").t("menu.signout")}</p>;
}

test("a text without values is looked up once for all components", () => {
  const { texts, lookUp } = createTexts();
  const components = [renderTexts(texts), renderTexts(texts)];
  const shown = components.map(({ result }) => result.current.t("menu.signout"));
  expect(shown).toEqual(["Sign out", "Sign out"]);
  expect(lookUp).toHaveBeenCalledOnce();
});

test("each file of texts has its own texts, also where a key names the file", () => {
  const { t } = renderTexts(createTexts().texts).result.current;
  const read = () => [t("menu.open"), t("data:table.actions")];
  expect(read()).toEqual(["Open menu", "Actions"]);
  expect(read()).toEqual(["Open menu", "Actions"]);
});

test("the product's name is filled in, the first time and later", () => {
  const { t } = renderTexts(createTexts().texts).result.current;
  expect([t("quote.author"), t("quote.author")]).toEqual([TEAM, TEAM]);
});

test("each set of values has its own text, which is looked up once", () => {
  const { texts, lookUp } = createTexts();
  const { t } = renderTexts(texts).result.current;
  const names = ["Ada", "Grace", "Ada"];
  expect(names.map((name) => t("menu.of", { name }))).toEqual([
    "Menu for Ada",
    "Menu for Grace",
    "Menu for Ada",
  ]);
  expect(lookUp).toHaveBeenCalledTimes(2);
});

test("of texts with values only the latest thousand are kept", () => {
  const { texts, lookUp } = createTexts();
  const { t } = renderTexts(texts).result.current;
  for (let n = 0; n <= 1000; n += 1) t("menu.of", { name: `Person ${n}` });
  lookUp.mockClear();
  expect(t("menu.of", { name: "Person 1000" })).toBe("Menu for Person 1000");
  expect(lookUp).not.toHaveBeenCalled();
  expect(t("menu.of", { name: "Person 0" })).toBe("Menu for Person 0");
  expect(lookUp).toHaveBeenCalledOnce();
});

test("the count chooses the plural at every call", () => {
  const { texts } = createTexts();
  const { t } = renderHook(() => useTexts("data"), { wrapper: provide(texts) }).result.current;
  expect([1, 2].map((count) => t("table.selected", { count }))).toEqual(["1 selected", "2 selected"]);
});

test("a key without a text is looked up again", () => {
  const { texts } = createTexts();
  const t = renderTexts(texts).result.current.t as unknown as (key: string) => string;
  expect(t("added.later")).toBe("added.later");
  texts.addResource("en", "layout", "added.later", "Added");
  expect(t("added.later")).toBe("Added");
});

test("t stays the same function between renderings, until the language changes", async () => {
  const { texts } = createTexts();
  const { result, rerender } = renderTexts(texts);
  const english = result.current;
  rerender();
  expect(result.current).toBe(english);
  await texts.changeLanguage("es");
  rerender();
  expect([result.current.locale, result.current.t("menu.signout")]).toEqual(["es", "Cerrar sesión"]);
  expect([english.locale, english.t("menu.signout")]).toEqual(["en", "Sign out"]);
});

test("two instances share nothing", () => {
  const pages = ["en", "es"].map((locale) => renderTexts(createTexts(locale).texts).result.current);
  expect(pages.map(({ t }) => t("menu.signout"))).toEqual(["Sign out", "Cerrar sesión"]);
});

test("a component waits for the file of its texts, which is fetched once", async () => {
  const { texts, read, answer } = await createTextsInFiles();
  render([<SignOut key="1" />, <SignOut key="2" />], { wrapper: provide(texts) });
  expect(document.body.textContent).toBe("Waiting");
  await act(async () => answer(null, layoutEn));
  expect(screen.getAllByText("Sign out")).toHaveLength(2);
  expect(read).toHaveBeenCalledOnce();
});

test("a component whose texts fail to load shows the keys", async () => {
  const { texts, answer } = await createTextsInFiles();
  render(<SignOut />, { wrapper: provide(texts) });
  await act(async () => answer(new Error("offline"), false));
  expect(document.body.textContent).toBe("menu.signout");
});
