/** The page of an unknown URL for a signed-in user: with the navigation. In a file of its own, which a visitor does not load. */
import { MAIN_NAVIGATION } from "~/domain/navigation";
import { useEntries, useLayoutViewer } from "../navigation";
import { useRoot } from "../use-page";
import { AppLayout } from "./app-layout";
import { NotFoundMessage } from "./message-page";

export default function NotFoundInApp() {
  const signedIn = useLayoutViewer();
  const entries = useEntries(MAIN_NAVIGATION);
  const { isSandbox } = useRoot();
  if (!signedIn) return null;
  return (
    <AppLayout {...signedIn} entries={entries} isSandbox={isSandbox}>
      <NotFoundMessage />
    </AppLayout>
  );
}
