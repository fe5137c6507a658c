/** The full-screen overlay of what nothing may interrupt: signing in and out, and pages that are left for good. */
import { useFetchers, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "~/domain/paths";
import { Spinner } from "./spinner";

/** After these forms the next page is another user's, another account's, or loaded anew. */
const UNINTERRUPTED: readonly string[] = [
  paths.magic,
  paths.signInSocial,
  paths.impersonate,
  paths.switchAccount,
  paths.signOut,
  paths.endImpersonation,
];

/** The same of pages with several forms, by the intents of those that are meant. */
const UNINTERRUPTED_INTENTS: Readonly<Record<string, readonly string[]>> = {
  [paths.verify]: ["verify"],
  [paths.welcome]: ["skip", "finish"],
};

/**
 * Covers the page while it is being left; shows itself after a moment only, so that a quick answer does not flash.
 * Stands once, in the root. Payments are no part of it: the provider's dialog stands in the page.
 */
export function LoadingOverlay() {
  const { t } = useTranslation("layout");
  const isPosting = [useNavigation(), ...useFetchers()].some(isUninterrupted);
  const isLoading = useIsLeaving() || isPosting;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!isLoading || !element) return;
    // Modal: nothing behind it is within reach of a pointer, a key or a screen reader. Escape, which makes a browser
    // stop loading, closes it.
    element.showModal();
    return () => element.close();
  }, [isLoading]);
  return (
    <dialog
      ref={dialog}
      aria-label={t("loading")}
      className="m-0 size-full max-h-none max-w-none place-items-center bg-canvas/80 text-accent-text open:grid open:animate-fade-in-late backdrop:bg-transparent"
    >
      {isLoading ? <Spinner label={t("loading")} className="size-8" /> : null}
    </dialog>
  );
}

function isUninterrupted({ formAction, formData }: PostNavigation): boolean {
  const [path = ""] = formAction?.split("?") ?? [];
  if (UNINTERRUPTED.includes(path)) return true;
  if (path === paths.preferences) return formData?.has("locale") === true;
  const intent = formData?.get("intent");
  return typeof intent === "string" && UNINTERRUPTED_INTENTS[path]?.includes(intent) === true;
}

/** A form on its way, sent by a navigation or by a fetcher. */
interface PostNavigation {
  formAction: string | undefined;
  formData: FormData | undefined;
}

/** Whether a form is on its way that loads the next page anew: the browser posts it, and no script. */
function useIsLeaving(): boolean {
  const [isLeaving, setIsLeaving] = useState(false);
  useEffect(() => {
    // Behind the handlers of the page, which hear of it on the document.
    const handleSubmit = (event: SubmitEvent) => {
      if (!event.defaultPrevented && isPost(event.target)) setIsLeaving(true);
    };
    // Back again, from the browser's memory, in the state the page was left in.
    const handlePageShow = () => setIsLeaving(false);
    window.addEventListener("submit", handleSubmit);
    window.addEventListener("pageshow", handlePageShow);
    return () => {
      window.removeEventListener("submit", handleSubmit);
      window.removeEventListener("pageshow", handlePageShow);
    };
  }, []);
  return isLeaving;
}

function isPost(target: EventTarget | null): boolean {
  return target instanceof HTMLFormElement && target.method === "post";
}
