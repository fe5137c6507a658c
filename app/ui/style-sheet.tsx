/**
 * The style sheet of every page. Whoever is not signed in has probably never been here: the sheet stands in the page,
 * because a file of its own would share a slow line with the scripts, and nothing is painted before it has come.
 */
import { createContext, useContext } from "react";
import { NonceContext } from "~/ui/nonce";
import theme from "~/ui/theme.css?url";

/** The sheet's text, when it stands in the page; null when the page names its file, which the browser keeps. */
export const StyleSheetContext = createContext<string | null>(null);

const MARK = "data-style-sheet";

export function StyleSheet() {
  const nonce = useContext(NonceContext);
  const text = useContext(StyleSheetContext);
  if (text === null) return <link rel="stylesheet" href={theme} />;
  // The browser hides the nonce from the page, which would look like a difference.
  return (
    <style
      {...{ [MARK]: "" }}
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: text }}
    />
  );
}

/** In the browser: what the server has put into this page, for StyleSheetContext. */
export function styleSheetInPage(): string | null {
  return document.querySelector(`style[${MARK}]`)?.textContent ?? null;
}
