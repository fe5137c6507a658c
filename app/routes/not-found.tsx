/** /404, /notfound and every URL without a page. */
import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { handleLoader } from "~/http/loader.server";
import { createLatePart } from "~/ui/kit/late-part";
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

const NotFoundInApp = createLatePart(() => import("~/ui/layout/not-found-in-app"));

/** A signed-in user keeps the navigation. */
export default function NotFound() {
  const { viewer } = useRoot();
  return viewer ? <NotFoundInApp /> : <NotFoundPage />;
}
