/** The onboarding layout: one card in the middle of a dark page. */
import type { ReactNode } from "react";
import { PRODUCT_NAME } from "~/domain/product";
import { BrandMark } from "../kit/brand";
import { UnknownFormNotice } from "../form/replies";
import { FlashNotice } from "../session/flash-toast";
import { MAIN_ID, SkipLink } from "../kit/skip-link";
import { SiteBanners } from "./site-banners";

interface OnboardingLayoutProps {
  children: ReactNode;
}

/** The layout of /welcome. It has no navigation, so that the user finishes or skips the onboarding. */
export function OnboardingLayout({ children }: OnboardingLayoutProps) {
  return (
    <>
      <SkipLink />
      <SiteBanners />
      <div data-layout="onboarding" className="flex min-h-dvh flex-col px-4 py-6 lg:px-6 lg:py-10">
        <header className="flex items-center justify-center gap-2.5 font-semibold text-white">
          <BrandMark />
          {PRODUCT_NAME}
        </header>
        <main id={MAIN_ID} tabIndex={-1} className="m-auto grid w-full grid-cols-1 max-w-4xl gap-4 py-8">
          <FlashNotice />
          <UnknownFormNotice />
          {children}
        </main>
      </div>
    </>
  );
}
