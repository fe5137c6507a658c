/** What the matched routes say about their page: its title, its description and its texts. */
import { useMatches } from "@remix-run/react";
import type { MessageKey, Texts } from "~/domain/message-keys";

/** A text that every page has: "common:title.profile". */
type CommonKey = Extract<MessageKey, `common:${string}`>;

export interface PageHandle {
  /** A translation key. Spec §2: the title comes from one. */
  title?: CommonKey;
  /** A translation key: what search engines show below the title. */
  description?: CommonKey;
  /** The files of texts the page needs, beside those that every page has. */
  texts?: readonly (keyof Texts)[];
}

export interface Page {
  title: CommonKey | undefined;
  description: CommonKey | undefined;
  /** Separated by spaces. */
  texts: string;
}

/** The page being shown: the innermost route's word counts. */
export function usePage(): Page {
  const handles = useMatches().map((match) => (match.handle ?? {}) as PageHandle);
  return {
    title: handles.findLast((handle) => handle.title)?.title,
    description: handles.findLast((handle) => handle.description)?.description,
    texts: [...new Set(handles.flatMap((handle) => handle.texts ?? []))].join(" "),
  };
}
