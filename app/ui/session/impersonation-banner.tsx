/** The banner on every page while a master impersonates a user: who, until when, and the button that ends it. */
import { paths } from "~/domain/paths";
import type { Impersonation } from "~/domain/root-data";
import { PostForm } from "../form/post-form";
import { Button } from "../kit/button";
import { Icon } from "../kit/icon";
import { TimeInText } from "../kit/time";
import { useTexts } from "../use-texts";

/** Stays at the lower edge of the window while the page scrolls, so that it is always visible. */
export default function ImpersonationBanner({ master, name, until }: Impersonation & { name: string }) {
  const { t } = useTexts("layout");
  return (
    <aside
      aria-label={t("acting.label")}
      data-acting
      className="sticky bottom-0 z-40 border-t border-line bg-warn-soft text-warn shadow-float"
    >
      <div className="mx-auto flex w-full max-w-page flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 lg:px-6">
        <Icon name="triangle-alert" />
        <p className="min-w-0 flex-1 basis-48 font-medium [overflow-wrap:anywhere]">
          <TimeInText iso={until}>{(time) => t("acting.text", { master, name, until: time })}</TimeInText>
        </p>
        <PostForm action={paths.endImpersonation}>
          <Button type="submit" size="sm">
            {t("acting.end")}
          </Button>
        </PostForm>
      </div>
    </aside>
  );
}
