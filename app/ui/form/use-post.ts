/** Posts forms by the router, without leaving the page. */
import { useFetcher, useLocation } from "@remix-run/react";
import { useState } from "react";
import type { FormReply } from "~/domain/forms/reply";
import { canLoad } from "../session/reachability";

export interface PostOptions {
  /** When the server sends the browser back to this page, its scroll position stays. */
  keepsScroll?: boolean;
}

/** `post` answers false when the server cannot be reached; `isBusy` until the reply is there. */
export function usePost() {
  const fetcher = useFetcher<FormReply>();
  const { pathname } = useLocation();
  const [isChecking, setIsChecking] = useState(false);

  async function post(
    action: string,
    values: FormData,
    { keepsScroll = false }: PostOptions = {},
  ): Promise<boolean> {
    const [path = ""] = action.split("?");
    setIsChecking(true);
    const isReachable = path === pathname || (await canLoad(path));
    setIsChecking(false);
    const encType = hasFile(values) ? "multipart/form-data" : "application/x-www-form-urlencoded";
    if (isReachable) {
      // The form is busy from this moment on: a second click finds it so, and a quick reply does not pass unnoticed.
      const how = { method: "post", encType, preventScrollReset: keepsScroll, flushSync: true } as const;
      fetcher.submit(values, { action, ...how });
    }
    return isReachable;
  }

  return { post, fetcher, isBusy: isChecking || fetcher.state !== "idle" };
}

/**
 * The URL that a form is sent to: `action`, or the page that it stands on, with its query. An `action` of `#id` is the
 * page as well; a browser without scripts then shows the card of that id again, with its errors.
 */
export function useFormAction(action = ""): { url: string; urlWithCard: string } {
  const { pathname, search } = useLocation();
  const isHere = action === "" || action.startsWith("#");
  const url = isHere ? pathname + search : action;
  return { url, urlWithCard: isHere ? url + action : url };
}

function hasFile(values: FormData): boolean {
  return [...values.values()].some((value) => typeof value !== "string");
}
