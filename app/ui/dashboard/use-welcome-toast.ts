/** The notification on arrival: once for each visit, not at every look at the dashboard. Spec §2. */
import { useEffect } from "react";
import { showToast } from "../toast/toast";

const WELCOME_SEEN_KEY = "arrived";

export function useWelcomeToast({ title, description }: { title: string; description: string }): void {
  useEffect(() => {
    if (sessionStorage.getItem(WELCOME_SEEN_KEY)) return;
    sessionStorage.setItem(WELCOME_SEEN_KEY, "yes");
    showToast({ title, description, variant: "success" });
  }, [title, description]);
}
