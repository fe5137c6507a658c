/**
 * What react-i18next is on the server, in place of its own (vite.config.ts): while a page is rendered no language
 * changes and no file arrives, so a component needs its texts alone, not the hooks that wait for others. A page asks
 * some fifty times.
 */
import type { i18n } from "i18next";
import { createContext, createElement, useContext, type ReactNode } from "react";

const Texts = createContext<i18n | null>(null);

export function I18nextProvider({ i18n, children }: { i18n: i18n; children: ReactNode }) {
  return createElement(Texts.Provider, { value: i18n }, children);
}

/** The texts of one file; throws outside of a provider. */
export function useTranslation(file: string) {
  const texts = useContext(Texts);
  if (!texts) throw new Error("there are no texts around this component");
  return { t: texts.getFixedT(null, file), i18n: texts };
}
