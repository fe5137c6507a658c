/** Hydrates the page in the browser, once its data and the texts that it shows have loaded. */
import { RemixBrowser } from "@remix-run/react";
import type { i18n } from "i18next";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { followEdits, startTexts } from "~/i18n/texts.client";
import { StyleSheetContext, findStyleSheetInPage } from "~/ui/style-sheet";

const styleSheet = findStyleSheetInPage();

void Promise.all([startTexts(document.documentElement.lang), waitForPageData()]).then(([i18n]) => {
  startTransition(() => {
    const root = hydrateRoot(document, withTexts(i18n));
    if (import.meta.hot) followEdits(i18n, (edited) => root.render(withTexts(edited)));
  });
});

/** Not a component: Fast Refresh would then hydrate the page again when this file is reloaded. */
function withTexts(i18n: i18n) {
  return (
    <StrictMode>
      <I18nextProvider i18n={i18n}>
        <StyleSheetContext.Provider value={styleSheet}>
          <RemixBrowser />
        </StyleSheetContext.Provider>
      </I18nextProvider>
    </StrictMode>
  );
}

/**
 * Waits until Remix has decoded the page's data. Until then, RemixBrowser throws a promise, and a click while React waits
 * for it ends in React's error 345: the page is never hydrated. Remix offers no other way to wait, so this calls the
 * component once to get the promise.
 */
async function waitForPageData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (decoding) {
    await decoding;
  }
}
