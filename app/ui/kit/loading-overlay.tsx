/** The full-screen overlay of work that nothing may interrupt. */
import { useTranslation } from "react-i18next";
import { Spinner } from "./spinner";

/** Covers the page while `isLoading`. */
export function LoadingOverlay({ isLoading }: { isLoading: boolean }) {
  const { t } = useTranslation("layout");
  if (!isLoading) return null;
  return (
    <div className="fixed inset-0 z-50 grid animate-fade-in place-items-center bg-canvas/80 text-accent-text">
      <Spinner label={t("loading")} className="size-8" />
    </div>
  );
}
