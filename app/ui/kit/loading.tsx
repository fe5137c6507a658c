/** The signs that something is loading: the spinner, the progress bar of a navigation, and the full-screen overlay. */
import { useFetchers, useNavigation } from "@remix-run/react";
import clsx from "clsx";
import { useEffect, useRef, useState } from "react";
import { paths } from "~/domain/paths";
import { useTexts } from "../use-texts";
import { Icon } from "./icon";

interface SpinnerProps {
  /** For screen readers; without it the spinner is decoration next to a text that says the same. */
  label?: string;
  className?: string;
}

/** A spinner of 16 px, or of the size in `className`. */
export function Spinner({ label, className }: SpinnerProps) {
  return (
    <span role={label ? "status" : undefined} className="inline-flex">
      <Icon name="loader-circle" className={clsx("animate-spin", className ?? "size-4")} />
      {label ? <span className="sr-only">{label}</span> : null}
    </span>
  );
}

/**
 * The thin bar at the top while the next page is loading. Appears after a moment, so that it does not flash before a
 * quick page. Rendered once, in the root.
 */
export function NavigationProgress() {
  const { t } = useTexts("layout");
  const { state } = useNavigation();
  if (state === "idle") return null;
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5 origin-left animate-creep bg-accent motion-reduce:animate-none"
    >
      <span className="sr-only">{t("loading")}</span>
    </div>
  );
}

/**
 * Covers the whole page during sign-in, sign-out and other forms that must not be interrupted. Appears after a moment,
 * so that it does not flash before a quick response. Rendered once, in the root. Payments do not use it, because the
 * provider's dialog appears in the page.
 */
export function LoadingOverlay() {
  const { t } = useTexts("layout");
  const isPosting = [useNavigation(), ...useFetchers()].some(isUninterrupted);
  const isLoading = useIsLeaving() || isPosting;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!isLoading || !element) return;
    // A modal dialog keeps the pointer, the keyboard and screen readers away from the page behind it. Escape, which
    // stops the browser from loading, closes it.
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

/** A form that a navigation or a fetcher is sending. */
interface PostNavigation {
  formAction: string | undefined;
  formData: FormData | undefined;
}

/** Whether the browser itself is posting a form, without a script, and so loads the next page again. */
function useIsLeaving(): boolean {
  const [isLeaving, setIsLeaving] = useState(false);
  useEffect(() => {
    // On the window: it runs after the handlers of the page, which React attaches to the document.
    const handleSubmit = (event: SubmitEvent) => {
      if (!event.defaultPrevented && isPost(event.target)) setIsLeaving(true);
    };
    // The browser restores the page from its back/forward cache, in the state in which the user left it.
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

/** After these forms the next page belongs to another user or account, or the browser loads it again. */
const UNINTERRUPTED: readonly string[] = [
  paths.magic,
  paths.signInByIdentityProviderPage,
  paths.impersonate,
  paths.switchAccount,
  paths.signOut,
  paths.endImpersonation,
];

/** The same for pages with several forms: the intents of those forms. */
const UNINTERRUPTED_INTENTS: Readonly<Record<string, readonly string[]>> = {
  [paths.verify]: ["verify"],
  [paths.welcome]: ["skip", "finish"],
};
