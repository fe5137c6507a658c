/** /404, /notfound and every URL without a page. */
import { lazy, Suspense } from "react";
import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { handleLoader } from "~/http/loader.server";
import { NotFoundPage } from "~/ui/layout/message-page";
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

const NotFoundInApp = lazy(() => import("~/ui/layout/not-found-in-app"));

/** A signed-in user keeps the navigation. The server sends the whole page: the fallback is never seen. */
export default function NotFound() {
  const { viewer } = useRoot();
  if (!viewer) return <NotFoundPage />;
  return (
    <Suspense fallback={null}>
      <NotFoundInApp />
    </Suspense>
  );
}
