/** /master/health: what is wrong with this installation, and its settings, for masters. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paths } from "~/domain/paths";
import { handleLoader } from "~/http/loader.server";
import { readHealth } from "~/services/setup/health.server";
import type { PageHandle } from "~/ui/use-page";
import { Health } from "~/ui/master/health";

export const handle: PageHandle = { title: "common:title.master_health", texts: ["master", "checks"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.masterHealth, ({ app, translator }) => readHealth(app, translator));

export { shouldRevalidate } from "~/ui/form/keep-page";

export default function HealthPage() {
  return <Health {...useLoaderData<typeof loader>()} />;
}
