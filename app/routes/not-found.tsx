/** /404, /notfound and every URL without a page. */
import { lazy } from "react";
import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { handleLoader } from "~/http/loader.server";
import { MAIN_NAVIGATION } from "~/domain/navigation";
import { NotFoundMessage, NotFoundPage } from "~/ui/layout/message-page";
import { useEntries, useLayoutViewer } from "~/ui/navigation";
import { useRoot, type PageHandle } from "~/ui/use-page";

export const handle: PageHandle = {
  title: "common:title.not_found",
  description: "common:description.not_found",
};

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.notFound, () => data(null, { status: 404 }));

/** A form that is posted to a URL without a page gets 404, too. */
export const action = loader;

export { shouldRevalidate } from "~/ui/form/keep-page";

/** Loaded for a signed-in user only: a visitor's page does not pay for it. */
const AppLayout = lazy(() => import("~/ui/layout/app-layout").then((file) => ({ default: file.AppLayout })));

/** A signed-in user keeps the navigation. */
export default function NotFound() {
  const signedIn = useLayoutViewer();
  const entries = useEntries(MAIN_NAVIGATION);
  const { isSandbox } = useRoot();
  if (!signedIn) return <NotFoundPage />;
  return (
    <AppLayout {...signedIn} entries={entries} isSandbox={isSandbox}>
      <NotFoundMessage />
    </AppLayout>
  );
}
