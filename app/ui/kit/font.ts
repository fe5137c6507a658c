/** The typeface's file, to be asked for before the style sheet names it. */
import interUrl from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";

/** A Remix link descriptor for the root route: without it text is drawn twice, first in the system's typeface. */
export const fontPreload = {
  rel: "preload",
  href: interUrl,
  as: "font",
  type: "font/woff2",
  crossOrigin: "anonymous",
} as const;
