/** Hydrates the page in the browser, once the texts that it shows have loaded. */
import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { startTexts } from "~/i18n/texts.client";
import { StyleSheetContext, styleSheetInPage } from "~/ui/style-sheet";

const styleSheet = styleSheetInPage();

void startTexts(document.documentElement.lang).then((i18n) => {
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
