/**
 * The style sheet of every page, its typeface, and the nonce. For a user who is not signed in, and so probably visits for
 * the first time, the sheet stands in the page: as a file it would compete with the scripts on a slow connection, and the
 * browser paints nothing before it has arrived.
 */
import interUrl from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import { createContext, useContext } from "react";
import theme from "~/ui/theme.css?url";

/** The nonce of the page that the server is rendering; empty in the browser, which must not read it back. */
export const NonceContext = createContext("");

/** The text of the sheet when it stands in the page; null when the page links to the file, which the browser caches. */
export const StyleSheetContext = createContext<string | null>(null);

/** Remix link descriptor for the root route. Without it the browser draws text first in the system's typeface. */
export const fontPreload = {
  rel: "preload",
  href: interUrl,
  as: "font",
  type: "font/woff2",
  crossOrigin: "anonymous",
} as const;

const ATTRIBUTE = "data-style-sheet";

export function StyleSheet() {
  const nonce = useContext(NonceContext);
  const text = useContext(StyleSheetContext);
  if (text === null) return <link rel="stylesheet" href={theme} />;
  // The browser hides the nonce from scripts, which React would report as a hydration mismatch.
  return (
    <style
      {...{ [ATTRIBUTE]: "" }}
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: text }}
    />
  );
}

/** In the browser: the text of the sheet that the server put into this page, for StyleSheetContext; otherwise null. */
export function findStyleSheetInPage(): string | null {
  return document.querySelector(`style[${ATTRIBUTE}]`)?.textContent ?? null;
}
