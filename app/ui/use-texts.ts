/** The texts of components: i18next's own `t`, which looks up each text only once. */
import type { i18n } from "i18next";
import { useContext } from "react";
import { I18nContext } from "react-i18next";
import type { Files, TranslateFile } from "~/domain/message-keys";
import { keepTexts } from "~/i18n/kept-texts";

export interface ComponentTexts<Names extends Files> {
  t: TranslateFile<Names>;
  /** The language of the texts. */
  locale: string;
}

interface LanguageTexts {
  locale: string;
  /** By the names of the files; each value has their type. */
  byFiles: Map<string, unknown>;
}

/** The texts that have been made for each i18next instance, in its current language. */
const remembered = new WeakMap<i18n, LanguageTexts>();

/**
 * Returns `t` for the files of texts, the same function at every call. A component whose texts have not been loaded
 * suspends until they are, as with react-i18next's `useTranslation`.
 */
export function useTexts<const Names extends Files>(names: Names): ComponentTexts<Names> {
  const { i18n } = useContext(I18nContext);
  const { byFiles } = findLanguageTexts(i18n);
  const id = typeof names === "string" ? names : names.join();
  let texts = byFiles.get(id);
  if (!texts) {
    texts = createTexts(i18n, names);
    byFiles.set(id, texts);
  }
  return texts as ComponentTexts<Names>;
}

/** The language of the page, without texts. */
export function useLocale(): string {
  return useContext(I18nContext).i18n.language;
}

function findLanguageTexts(i18n: i18n): LanguageTexts {
  const known = remembered.get(i18n);
  if (known?.locale === i18n.language) return known;
  const created: LanguageTexts = { locale: i18n.language, byFiles: new Map() };
  remembered.set(i18n, created);
  return created;
}

function createTexts(i18n: i18n, names: Files): ComponentTexts<Files> {
  const files = typeof names === "string" ? [names] : names;
  // React renders the component again when the promise that it threw resolves.
  if (!files.every((file) => i18n.hasLoadedNamespace(file))) throw i18n.loadNamespaces(files);
  return { t: keepTexts(i18n, { locale: i18n.language, file: files[0] }), locale: i18n.language };
}
