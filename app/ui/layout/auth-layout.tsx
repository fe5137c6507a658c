/** The auth layout: the form at the left; on wide screens a coloured panel with a quote at the right. */
import type { ReactNode } from "react";
import { BRAND_IS_OWN } from "~/product/brand";
import { BrandLink } from "../kit/brand";
import { UnknownFormNotice } from "../form/replies";
import { FlashNotice } from "../session/flash-toast";
import { useTexts } from "../use-texts";
import { SkipLink, MAIN_ID } from "../kit/skip-link";
import { LanguageForm } from "./language-form";
import { SiteBanners } from "./site-banners";

interface AuthLayoutProps {
  /** Title and description above the form. */
  title: ReactNode;
  description?: ReactNode;
  /** Shown above the form. */
  notice?: ReactNode;
  /** A link to another page, centred below: "No account yet? Create one". */
  below?: ReactNode;
  /** For content in two columns, such as the choice of plans: the panel is narrower, and only on wider screens. */
  isWide?: boolean;
  children: ReactNode;
}

/** The layout of sign-in, sign-up and the pages around them. */
export function AuthLayout({ title, description, notice, below, isWide, children }: AuthLayoutProps) {
  return (
    <>
      <SkipLink />
      <SiteBanners />
      <div className="auth-page">
        <div className="toast-room grid min-w-0 grid-rows-[auto_1fr_auto] gap-8 p-6 pb-[max(1.5rem,var(--toasts,0px))] lg:px-10 lg:pt-7">
          <header>
            <BrandLink />
          </header>
          <main
            id={MAIN_ID}
            tabIndex={-1}
            className={`m-auto grid w-full min-w-0 grid-cols-1 gap-[18px] [overflow-wrap:anywhere] ${isWide ? "auth-wide" : "max-w-form"}`}
          >
            <div>
              <h1>{title}</h1>
              {description ? <p className="mt-1.5 text-muted">{description}</p> : null}
            </div>
            <FlashNotice />
            <UnknownFormNotice />
            {notice}
            {children}
            {below ? <p className="text-balance text-center text-sm text-muted">{below}</p> : null}
          </main>
          <footer>
            <LanguageForm />
          </footer>
        </div>
        <QuotePanel />
      </div>
    </>
  );
}

/** The quote is about the starter: a founder's own product has the panel alone. */
function QuotePanel() {
  const { t } = useTexts("layout");
  if (BRAND_IS_OWN) return <div className="auth-panel" />;
  return (
    <aside className="auth-panel">
      <figure className="relative">
        <blockquote>{t("quote.text")}</blockquote>
        <figcaption className="mt-6">
          <b className="block font-semibold">{t("quote.author")}</b>
          <span className="text-[--panel-text]">{t("quote.company")}</span>
        </figcaption>
      </figure>
    </aside>
  );
}
