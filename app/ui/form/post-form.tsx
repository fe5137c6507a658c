/** A form of buttons alone: posted without leaving its page, so that a failed request costs nothing on it. */
import { useRef, type FormEvent, type ReactNode } from "react";
import { showToast } from "../toast/toast";
import { useCentralErrors } from "./central-errors";
import { UNREACHABLE } from "./keep-page";
import { HiddenInputs, type FormIdentity } from "./posted";
import { useFormAction, usePost, type PostOptions } from "./use-post";
import { findSubmitter, useReply } from "./use-reply";

export interface PostFormProps extends FormIdentity {
  /** The page that takes the form; the one that it stands on, when left out. Without scripts the browser goes there. */
  action?: string;
  id?: string;
  className?: string;
  "aria-label"?: string;
  children?: ReactNode;
}

/** Works without scripts. Follows the server's redirect; what failed goes to the central handler. */
export function PostForm({ action, intent, fields, children, ...attributes }: PostFormProps) {
  const { url, urlWithCard } = useFormAction(action);
  const { send, isBusy } = useSend();
  const form = useRef<HTMLFormElement>(null);

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    // A second click while the first is on its way.
    if (isBusy) return;
    const submitter = findSubmitter(event);
    const values = new FormData(event.currentTarget, submitter);
    send(url, values, { retry: () => form.current?.requestSubmit(submitter) });
  }

  return (
    <form ref={form} method="post" action={urlWithCard} {...attributes} onSubmit={onSubmit}>
      <HiddenInputs intent={intent} fields={fields} />
      {children}
    </form>
  );
}

export interface SendOptions extends PostOptions {
  /** Sends the same again. */
  retry: () => void;
}

/** `send` posts values to a page; what failed goes to the central handler. */
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
    send(action: string, values: FormData, options: SendOptions): void {
      void postOrFail(action, values, options); // its failures end in the central handler
    },
  };
}
