/** /404, /notfound and every URL that is no page. */
import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { handleLoader } from "~/http/loader.server";
import { NotFoundPage } from "~/ui/layout/message-page";
import type { PageHandle } from "~/ui/layout/use-page";

export const handle: PageHandle = {
  title: "common:title.not_found",
  description: "common:description.not_found",
};

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, "/404", () => data(null, { status: 404 }));

/** A form sent to an address that is no page finds none either. */
export const action = loader;

export { shouldRevalidate } from "~/ui/form/keep-page";

export default function NotFound() {
  return <NotFoundPage />;
}
