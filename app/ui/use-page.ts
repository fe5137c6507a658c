/** A page's state, which every component may read: the root loader's data, the routes' handles, and hydration. */
import { useMatches, useRouteLoaderData } from "@remix-run/react";
import { useSyncExternalStore } from "react";
import type { MessageKey, Texts } from "~/domain/message-keys";
import type { RootData } from "~/domain/root-data";

/** A text that every page has: "common:title.profile". */
type CommonKey = Extract<MessageKey, `common:${string}`>;

export interface PageHandle {
  /** A translation key. */
  title?: CommonKey;
  /** A translation key; search engines show the text below the title. */
  description?: CommonKey;
  /** The translation files that the page needs in addition to those of every page. */
  texts?: readonly (keyof Texts)[];
}

export interface Page {
  title: CommonKey | undefined;
  description: CommonKey | undefined;
  /** Separated by spaces. */
  texts: string;
}

/** The current page. The handle of the innermost route that sets a value wins. */
export function usePage(): Page {
  const handles = useMatches().map((match) => (match.handle ?? {}) as PageHandle);
  return {
    title: handles.findLast((handle) => handle.title)?.title,
    description: handles.findLast((handle) => handle.description)?.description,
    texts: [...new Set(handles.flatMap((handle) => handle.texts ?? []))].join(" "),
  };
}

/** The root loader's data. Throws outside of a rendered page. */
export function useRoot(): RootData {
  const root = useRouteLoaderData<RootData>("root");
  if (!root) throw new Error("the root loader returned no data");
  return root;
}

/** Whether React has hydrated the page: false on the server, without scripts, and in the browser's first render. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}

const subscribeToNothing = () => () => undefined;
