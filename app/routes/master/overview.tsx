/** /master: how the product does, for masters. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paths } from "~/domain/paths";
import { handleLoader } from "~/http/loader.server";
import { readOverview } from "~/services/master/overview.server";
import { listApiCallDifferences } from "~/services/master/api-call-differences.server";
import type { PageHandle } from "~/ui/use-page";
import { Overview } from "~/ui/master/overview";

export const handle: PageHandle = { title: "common:title.master", texts: ["master", "data"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.master, async ({ app, locale }) => ({
    ...(await readOverview(app, new Date())),
    apiCallDifferences: await listApiCallDifferences(app.store, locale),
  }));

export { shouldRevalidate } from "~/ui/form/keep-page";

export default function OverviewPage() {
  return <Overview {...useLoaderData<typeof loader>()} />;
}
