/** Posting forms through the router, and the plain form that consists of buttons only. */
import { useFetcher, useFetchers, useLocation, type Fetcher } from "@remix-run/react";
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from "react";
import type { FormReply } from "~/domain/forms/reply";
import { canLoad } from "../reachability";
import { showToast } from "../toast/toast";
import { useCentralErrors } from "./central-errors";
import { UNREACHABLE } from "./keep-page";
import { HiddenInputs, type FormIdentity } from "./replies";

interface PostFormProps extends FormIdentity {
  /** The page whose action handles the form; by default the current page. Without scripts the browser goes there. */
  action?: string;
  id?: string;
  className?: string;
  /** Keeps the scroll position when the server redirects back to the current page. */
  keepsScroll?: boolean;
  "aria-label"?: string;
  children?: ReactNode;
}

/** Works without scripts. Follows the server's redirect; a failure goes to the central handler. */
export function PostForm({ action, intent, fields, keepsScroll, children, ...attributes }: PostFormProps) {
  const { url, urlWithCard } = useFormAction(action);
  const { send, isBusy } = useSend();
  const form = useRef<HTMLFormElement>(null);

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    // A second click while the first request is running.
    if (isBusy) return;
    const submitter = findSubmitter(event);
    const values = new FormData(event.currentTarget, submitter);
    send(url, values, { keepsScroll, retry: () => form.current?.requestSubmit(submitter) });
  }

  return (
    <form ref={form} method="post" action={urlWithCard} {...attributes} onSubmit={onSubmit}>
      <HiddenInputs intent={intent} fields={fields} />
      {children}
    </form>
  );
}

/**
 * The forms of this intent that are on their way, so that the page can show their result before the server's answer.
 * When the answer is there, the page shows what the server says.
 */
export function useSent(intent: string): FormData[] {
  return useFetchers().flatMap(({ formData }) => (formData?.get("intent") === intent ? [formData] : []));
}

interface SendOptions extends PostOptions {
  /** Sends the same request again. */
  retry: () => void;
}

/** `send` posts values to a page; a failure goes to the central handler. `reply` is the latest; a redirect has none. */
export function useSend() {
  const { post, fetcher, isBusy } = usePost();
  const fail = useCentralErrors();
  const retry = useRef<() => void>();

  async function postOrFail(action: string, values: FormData, options: SendOptions): Promise<void> {
    retry.current = options.retry;
    const isSent = await post(action, values, options);
    if (!isSent) fail({ status: UNREACHABLE.status, body: UNREACHABLE, retry: options.retry });
  }

  useReply(fetcher, (reply) => {
    if (!reply.ok) fail({ status: reply.status, body: reply, retry: () => retry.current?.() });
    else if (reply.message) showToast({ title: reply.message, variant: "success" });
  });
  return {
    isBusy,
    reply: fetcher.data,
    send(action: string, values: FormData, options: SendOptions): void {
      void postOrFail(action, values, options); // the central handler receives its failures
    },
  };
}

interface PostOptions {
  /** Keeps the scroll position when the server redirects back to the current page. */
  keepsScroll?: boolean;
}

/** `post` returns false when the server cannot be reached; `isBusy` lasts until the reply is there. */
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
      // With flushSync the form is busy at once: a second click has no effect, and a quick reply is still noticed.
      const options = { method: "post", encType, preventScrollReset: keepsScroll, flushSync: true } as const;
      fetcher.submit(values, { action, ...options });
    }
    return isReachable;
  }

  return { post, fetcher, isBusy: isChecking || fetcher.state !== "idle" };
}

function hasFile(values: FormData): boolean {
  return [...values.values()].some((value) => typeof value !== "string");
}

/**
 * Calls `act` once for every reply. A rejection counts once the form is idle again, because a busy form is inert and
 * cannot take the focus.
 */
export function useReply({ data, state }: Fetcher<FormReply>, act: (reply: FormReply) => void): void {
  const reply = data?.ok === false && state !== "idle" ? undefined : data;
  const seen = useRef(reply);
  useEffect(() => {
    if (reply === undefined || reply === seen.current) return;
    seen.current = reply;
    act(reply);
  });
}

/**
 * The URL that a form is sent to: `action`, or the current page with its query string. An `action` of `#id` is the
 * current page as well; a browser without scripts then scrolls to the card of that id and its errors.
 */
export function useFormAction(action = ""): { url: string; urlWithCard: string } {
  const { pathname, search } = useLocation();
  const isHere = action === "" || action.startsWith("#");
  const url = isHere ? pathname + search : action;
  return { url, urlWithCard: isHere ? url + action : url };
}

/** The button that sent the form; null when a script sent it. */
export function findSubmitter(event: FormEvent<HTMLFormElement>): HTMLElement | null {
  return (event.nativeEvent as SubmitEvent).submitter;
}
