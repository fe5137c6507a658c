/** The thin bar at the top while the next page is on its way. */
import { useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";

/** Appears after a moment, so that a quick page does not flash. Stands once, in the root. */
export function NavigationProgress() {
  const { t } = useTranslation("layout");
  const { state } = useNavigation();
  if (state === "idle") return null;
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5 origin-left animate-creep bg-accent motion-reduce:animate-none"
    >
      <span className="sr-only">{t("loading")}</span>
    </div>
  );
}
