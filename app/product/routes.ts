/** The founder's own pages by their layout: `[OWN_PATHS.projects, "projects/page.tsx"]`, the file below app/product/. */
import type { OwnPath } from "./names";

type OwnRoutes = Record<
  /** `none`: without a layout, such as a download. */
  "auth" | "app" | "account" | "none",
  readonly (readonly [path: OwnPath, file: string])[]
>;

export const OWN_ROUTES: OwnRoutes = { auth: [], app: [], account: [], none: [] };
