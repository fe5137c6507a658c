/** /dashboard: the first page after signing in. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ALL_ROWS, createDemoData } from "~/domain/demo";
import { handleLoader } from "~/http/loader.server";
import { Dashboard } from "~/ui/dashboard/dashboard";
import type { PageHandle } from "~/ui/layout/use-page";

export const handle: PageHandle = { title: "common:title.dashboard", texts: ["dashboard", "data"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, "/dashboard", ({ viewer, url }) => ({
    name: viewer.user.name.split(" ")[0] ?? "",
    demo: createDemoData(new Date()),
    isWhole: url.search === ALL_ROWS,
  }));

export { shouldRevalidate } from "~/ui/form/keep-page";

export default function DashboardPage() {
  return <Dashboard {...useLoaderData<typeof loader>()} />;
}
