/** The banners above every page: what the operator announces, and that the product is closed to all but masters. */
import { useRouteLoaderData } from "@remix-run/react";
import type { RootData } from "~/domain/root-data";
import { createLatePart } from "../kit/late-part";

const Banners = createLatePart(() => import("./banners"));

/** Nothing, most of the time. Works without scripts. */
export function SiteBanners() {
  const root = useRouteLoaderData<RootData>("root");
  const site = root?.site;
  if (!site?.announcement && !site?.isInMaintenance) return null;
  return <Banners site={site} isMaster={root?.viewer?.permissions.master === true} />;
}
