import { useTexts } from "../use-texts";
import { showToast } from "./toast";

/** Returns the function that notifies the user that what they opened could not be loaded, and that nothing was changed. */
export function useLoadFailure(): () => void {
  const { t } = useTexts("layout");
  return () => showToast({ title: t("offline.title"), description: t("offline.dialog"), variant: "error" });
}
