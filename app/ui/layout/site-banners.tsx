/** The banners above every page: what the operator announces, and that the product is closed to all but masters. */
import { useRouteLoaderData } from "@remix-run/react";
import { lazy, Suspense } from "react";
import type { RootData } from "~/domain/root-data";

const Banners = lazy(() => import("./banners"));

/** Nothing, most of the time. Works without scripts. The server sends the whole page: the fallback is never seen. */
export function SiteBanners() {
  const root = useRouteLoaderData<RootData>("root");
  if (!root?.site.announcement && !root?.site.isInMaintenance) return null;
  return (
    <Suspense fallback={null}>
      <Banners site={root.site} isMaster={root.viewer?.permissions.master === true} />
    </Suspense>
  );
}
