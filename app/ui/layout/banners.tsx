/** What the banners show, loaded by the pages that have one. */
import { paths } from "~/domain/paths";
import type { RootData } from "~/domain/root-data";
import { PostForm } from "../form/post-form";
import { Icon } from "../kit/icon";
import { TextLink } from "../kit/text-link";
import { useTexts } from "../use-texts";
import { ReturnTo } from "./language-form";

interface BannersProps {
  site: RootData["site"];
  isMaster: boolean;
}

export default function Banners({ site: { announcement, isInMaintenance }, isMaster }: BannersProps) {
  return (
    <>
      {isInMaintenance ? <MaintenanceBanner isMaster={isMaster} /> : null}
      {announcement ? <AnnouncementBanner key={announcement.id} {...announcement} /> : null}
    </>
  );
}

/** Only masters and the sign-in page get this far. */
function MaintenanceBanner({ isMaster }: { isMaster: boolean }) {
  const { t } = useTexts("layout");
  return (
    <aside
      aria-label={t("maintenance.label")}
      className="border-b border-line bg-warn-soft px-4 py-1.5 text-center text-sm text-warn print:hidden"
    >
      <strong className="font-semibold">{t("maintenance.label")}</strong> · {t("maintenance.banner")}{" "}
      {isMaster ? (
        <TextLink to={paths.masterSite} className="!text-current underline">
          {t("maintenance.manage")}
        </TextLink>
      ) : null}
    </aside>
  );
}

function AnnouncementBanner({ id, text }: { id: string; text: string }) {
  const { t } = useTexts("layout");
  return (
    <aside
      aria-label={t("announcement.label")}
      className="border-b border-line bg-accent-soft text-sm text-accent-text print:hidden"
    >
      <div className="mx-auto flex w-full max-w-page items-start gap-3 py-1 pl-4 pr-2 lg:pl-6 lg:pr-4">
        <p className="min-w-0 flex-1 text-balance py-1 text-center [overflow-wrap:anywhere]">{text}</p>
        <PostForm action={paths.preferences} keepsScroll>
          <ReturnTo />
          <input type="hidden" name="announcement" value={id} />
          <button
            type="submit"
            aria-label={t("announcement.dismiss")}
            className="grid size-7 place-items-center rounded-md hover:bg-sunken"
          >
            <Icon name="x" />
          </button>
        </PostForm>
      </div>
    </aside>
  );
}
