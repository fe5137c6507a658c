/** The layout of the app. It has no loader, because each page guards itself. */
import { Outlet } from "@remix-run/react";
import { MAIN_NAVIGATION } from "~/domain/navigation";
import { AppLayout } from "~/ui/layout/app-layout";
import { useEntries, useLayoutViewer } from "~/ui/navigation";
import { useRoot } from "~/ui/use-page";

export default function App() {
  const signedIn = useLayoutViewer();
  const entries = useEntries(MAIN_NAVIGATION);
  const { isSandbox } = useRoot();
  // Only during sign-out: the page's guard redirects every other visitor without a session.
  if (!signedIn) return null;
  return (
    <AppLayout {...signedIn} entries={entries} isSandbox={isSandbox}>
      <Outlet />
    </AppLayout>
  );
}
