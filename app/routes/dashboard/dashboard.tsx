/** /dashboard: where everybody arrives. Spec §2. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { demoData } from "~/domain/demo";
import { loadFor } from "~/http/page.server";
import { Dashboard } from "~/ui/dashboard/dashboard";
import type { PageHandle } from "~/ui/layout/use-page";

export const handle: PageHandle = { title: "common:title.dashboard", texts: ["dashboard", "data"] };

export const loader = (args: LoaderFunctionArgs) =>
  loadFor(args, "/dashboard", ({ viewer }) => ({
    name: viewer.user.name.split(" ")[0] ?? "",
    demo: demoData(new Date()),
  }));

export default function DashboardPage() {
  return <Dashboard {...useLoaderData<typeof loader>()} />;
}
