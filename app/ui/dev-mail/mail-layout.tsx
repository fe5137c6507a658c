/** The layout of the /dev/mail pages, which are not part of the product: no account, no navigation. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { BrandLink } from "../kit/brand";
import { Notice } from "../kit/notice";
import { MAIN_ID, SkipLink } from "../layout/skip-link";

/** A narrow page under a plain top bar, with the note that these mails were not sent. */
export function MailLayout({ children }: { children: ReactNode }) {
  const { t } = useTranslation("dev");
  return (
    <div className="min-h-dvh">
      <SkipLink />
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex h-14 max-w-4xl items-center px-4 lg:px-6">
          <BrandLink />
        </div>
      </header>
      <main id={MAIN_ID} tabIndex={-1} className="mx-auto grid max-w-4xl gap-5 px-4 py-6 lg:px-6 lg:py-8">
        <Notice tone="accent">{t("mail.note")}</Notice>
        {children}
      </main>
    </div>
  );
}
