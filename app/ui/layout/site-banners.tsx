/** The banners above every page: what the operator announces, and that the product is closed to all but masters. */
import { useRouteLoaderData } from "@remix-run/react";
import { lazy, Suspense, useMemo } from "react";
import type { RootData } from "~/domain/root-data";

const Banners = lazy(() => import("./banners"));

/** Nothing, most of the time. Works without scripts. The server sends the whole page: the fallback is never seen. */
export function SiteBanners() {
  const root = useRouteLoaderData<RootData>("root");
  const site = root?.site;
  const isMaster = root?.viewer?.permissions.master === true;
  // The same element as long as it shows the same: React takes a boundary that changes before its code is loaded out of the page,
  // which would move.
  return useMemo(
    () =>
      site?.announcement || site?.isInMaintenance ? (
        <Suspense fallback={null}>
          <Banners site={site} isMaster={isMaster} />
        </Suspense>
      ) : null,
    [site, isMaster],
  );
}
