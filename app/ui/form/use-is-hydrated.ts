/** Whether scripts run here: false on the server and in the first render of the browser. */
import { useSyncExternalStore } from "react";

/** For what only scripts can do, and for what only their absence needs. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}

const subscribeToNothing = () => () => undefined;
