/** The first link of every page for keyboard users: it skips the navigation. */
import { useTexts } from "../use-texts";

/** The id of the main element in every layout. */
export const MAIN_ID = "main";

/** Visible only while it has the focus. */
export function SkipLink() {
  const { t } = useTexts("layout");
  return (
    <a
      href={`#${MAIN_ID}`}
      className="skip-link fixed left-4 top-2 z-50 -translate-y-20 rounded bg-accent px-3 py-2 font-medium text-white focus:translate-y-0"
    >
      {t("skip")}
    </a>
  );
}
