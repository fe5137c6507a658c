/** Takes the page over in the browser, once its data and the texts it shows have come. */
import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { startTexts } from "~/i18n/texts.client";
import { StyleSheetContext, findStyleSheetInPage } from "~/ui/style-sheet";

const styleSheet = findStyleSheetInPage();

void Promise.all([startTexts(document.documentElement.lang), waitForPageData()]).then(([i18n]) => {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <I18nextProvider i18n={i18n}>
          <StyleSheetContext.Provider value={styleSheet}>
            <RemixBrowser />
          </StyleSheetContext.Provider>
        </I18nextProvider>
      </StrictMode>,
    );
  });
});

/**
 * Remix throws a promise at its first rendering, for React to wait until the page's data is decoded. A click while React
 * waits for a whole page is an error to it (#345), so the promise is had, and waited for, before.
 */
async function waitForPageData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (waiting) {
    await waiting;
  }
}
