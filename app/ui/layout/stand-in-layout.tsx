/** The layout of the pages under /dev, which are not part of the product: no account, no navigation. */
import type { ReactNode } from "react";
import { paths } from "~/domain/paths";
import { BrandLink } from "../kit/brand";
import { Notice } from "../kit/notice";
import { useTexts } from "../use-texts";
import { MAIN_ID, SkipLink } from "../kit/skip-link";
import { TextLink } from "../kit/text-link";

interface StandInLayoutProps {
  /** The text about what this page stands in for. */
  note: string;
  page: "mail" | "billing";
  /** Whether the other page of a stand-in is there as well. */
  hasOther?: boolean;
  children: ReactNode;
}

/** A narrow page under a plain top bar with a link to the other page, and a note about what does not leave this machine. */
export function StandInLayout({ note, page, hasOther = true, children }: StandInLayoutProps) {
  const { t } = useTexts("dev");
  return (
    <div className="min-h-dvh">
      <SkipLink />
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex min-h-14 max-w-4xl items-center justify-between gap-4 px-4 py-2 lg:px-6">
          <BrandLink />
          <nav aria-label={t("pages")} className="flex flex-wrap items-center justify-end gap-x-4 gap-y-1">
            {hasOther ? <OtherPage page={page} /> : null}
            <TextLink to={paths.home} reloadDocument>
              {t("back")}
            </TextLink>
          </nav>
        </div>
      </header>
      <main
        id={MAIN_ID}
        tabIndex={-1}
        className="mx-auto grid max-w-4xl grid-cols-1 gap-5 px-4 py-6 lg:px-6 lg:py-8"
      >
        <Notice tone="accent">{note}</Notice>
        {children}
      </main>
    </div>
  );
}

function OtherPage({ page }: Pick<StandInLayoutProps, "page">) {
  const { t } = useTexts("dev");
  return page === "mail" ? (
    <TextLink to={paths.devBilling}>{t("billing.title")}</TextLink>
  ) : (
    <TextLink to={paths.devMail}>{t("mail.title")}</TextLink>
  );
}
