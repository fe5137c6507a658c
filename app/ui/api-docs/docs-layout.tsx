/** The layout of the API's documentation: a top bar with the way into the product, and tabs for reference and viewer. */
import type { ReactNode } from "react";
import { paths } from "~/domain/paths";
import { BrandLink } from "../kit/brand";
import { ButtonLink } from "../kit/button";
import { LinkTabs } from "../kit/link-tabs";
import { LanguageForm } from "../layout/language-form";
import { MAIN_ID, SkipLink } from "../kit/skip-link";
import { useRoot } from "../use-page";
import { useTexts } from "../use-texts";

interface DocsLayoutProps {
  page: "reference" | "try";
  children: ReactNode;
}

/** Everyone may read the documentation, so the bar leads a visitor to the sign-in page and a user to the dashboard. */
export function DocsLayout({ page, children }: DocsLayoutProps) {
  const { t } = useTexts(["reference", "common"]);
  const { viewer } = useRoot();
  return (
    <div className="min-h-dvh">
      <SkipLink />
      <header className="border-b border-line bg-surface">
        <div className={`${WIDTH} flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2`}>
          <BrandLink />
          <ButtonLink size="sm" to={viewer ? paths.dashboard : paths.signIn}>
            {viewer ? t("common:nav.dashboard") : t("common:title.sign_in")}
          </ButtonLink>
        </div>
      </header>
      <main id={MAIN_ID} tabIndex={-1} className={`${WIDTH} py-6 lg:py-8`}>
        <h1>{t("title")}</h1>
        <p className="mb-4 mt-1 text-muted">{t("description")}</p>
        <LinkTabs
          label={t("tabs")}
          tabs={[
            { link: paths.apiDocs, label: t("reference"), isActive: page === "reference" },
            { link: paths.tryApi, label: t("try"), isActive: page === "try" },
          ]}
        />
        {children}
      </main>
      <footer className={`${WIDTH} flex flex-wrap justify-between gap-4 pb-8`}>
        <LanguageForm />
      </footer>
    </div>
  );
}

const WIDTH = "mx-auto max-w-5xl px-4 lg:px-6";
