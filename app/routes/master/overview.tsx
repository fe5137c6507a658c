/** /master: how the product does, for masters. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { handleLoader } from "~/http/loader.server";
import { readOverview } from "~/services/support/overview.server";
import { listUsageDifferences } from "~/services/support/usage-differences.server";
import type { PageHandle } from "~/ui/layout/use-page";
import { Overview } from "~/ui/master/overview";

export const handle: PageHandle = { title: "common:title.master", texts: ["master", "data"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, "/master", async ({ app, locale }) => ({
    ...(await readOverview(app, new Date())),
    usageDifferences: await listUsageDifferences(app.store, locale),
  }));

export { shouldRevalidate } from "~/ui/form/keep-page";

export default function OverviewPage() {
  return <Overview {...useLoaderData<typeof loader>()} />;
}
