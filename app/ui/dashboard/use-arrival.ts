/** The notification on arrival: once for each visit, not at every look at the dashboard. Spec §2. */
import { useEffect } from "react";
import { toast } from "../toast/toast";

const SEEN = "arrived";

export function useArrival({ title, description }: { title: string; description: string }): void {
  useEffect(() => {
    if (sessionStorage.getItem(SEEN)) return;
    sessionStorage.setItem(SEEN, "yes");
    toast({ title, description, variant: "success" });
  }, [title, description]);
}
