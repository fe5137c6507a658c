/** The page that answers everywhere during maintenance. It uses no router and no scripts, because the product is closed. */
import type { Locale } from "~/domain/locales";
import { paths } from "~/domain/paths";
import { PRODUCT_NAME } from "~/domain/product";
import { BrandMark } from "../kit/brand";
import { getButtonClass } from "../kit/button";
import { Icon } from "../kit/icon";
import { LanguageButtons } from "./language-form";
import { StyleSheet } from "../style-sheet";
import { useTexts } from "../use-texts";

interface MaintenanceDocumentProps {
  locale: Locale;
  /** Undefined follows the operating system. */
  theme: "light" | "dark" | undefined;
  /** The page to try again, and to return to after choosing a language. */
  returnTo: string;
}

export function MaintenanceDocument({ locale, theme, returnTo }: MaintenanceDocumentProps) {
  const { t } = useTexts("layout");
  return (
    <html lang={locale} className={theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={theme ?? "light dark"} />
        <meta name="robots" content="noindex" />
        <title>{`${t("maintenance.title")} · ${PRODUCT_NAME}`}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <StyleSheet />
      </head>
      <body>
        <div className="grid min-h-dvh grid-rows-[auto_1fr_auto] p-6">
          <header className="flex items-center gap-2.5 font-semibold tracking-[-0.01em]">
            <BrandMark />
            {PRODUCT_NAME}
          </header>
          <main className="m-auto grid max-w-md justify-items-center gap-2 py-12 text-center">
            <span className="mb-3 grid size-12 place-items-center rounded-full bg-accent-soft text-accent-text">
              <Icon name="settings" className="size-5" />
            </span>
            <h1 className="text-balance">{t("maintenance.title")}</h1>
            <p className="text-balance text-muted">{t("maintenance.text")}</p>
            <a href={returnTo} className={`mt-4 ${getButtonClass({ variant: "primary" })}`}>
              {t("maintenance.retry")}
            </a>
          </main>
          <footer className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-sm text-muted">
            <PlainLanguageForm locale={locale} returnTo={returnTo} />
            <a href={paths.signIn} className="rounded-sm py-1 underline-offset-4 hover:underline">
              {t("maintenance.operators")}
            </a>
          </footer>
        </div>
      </body>
    </html>
  );
}

/** LanguageForm for a page without a router. */
function PlainLanguageForm({ locale, returnTo }: Pick<MaintenanceDocumentProps, "locale" | "returnTo">) {
  return (
    <form method="post" action={paths.preferences} className="flex gap-4">
      <input type="hidden" name="return_to" value={returnTo} />
      <LanguageButtons locale={locale} />
    </form>
  );
}
