/** A form of buttons alone: posted without leaving its page, so that a failed request costs nothing on it. */
import { useRef, type FormEvent, type ReactNode } from "react";
import type { FormRefused } from "~/domain/forms/reply";
import { toast } from "../toast/toast";
import { useCentralErrors } from "./central-errors";
import { UNREACHABLE } from "./keep-page";
import { usePost } from "./use-post";
import { submitterOf, useReply } from "./use-reply";

export interface PostFormProps {
  /** The page that takes the form; without scripts the browser goes there. */
  action: string;
  id?: string;
  className?: string;
  "aria-label"?: string;
  children?: ReactNode;
}

/** Works without scripts. Follows the server's redirect; what failed goes to the central handler. */
export function PostForm(props: PostFormProps) {
  const { post, fetcher, isBusy } = usePost();
  const fail = useCentralErrors();
  const form = useRef<HTMLFormElement>(null);
  const submitter = useRef<HTMLElement | null>(null);

  function refuse(reply: FormRefused): void {
    const retry = () => form.current?.requestSubmit(submitter.current);
    fail({ status: reply.status, body: reply, retry });
  }

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    // A second click while the first is on its way.
    if (isBusy) return;
    submitter.current = submitterOf(event);
    const isSent = await post(props.action, new FormData(event.currentTarget, submitter.current));
    if (!isSent) refuse(UNREACHABLE);
  }

  useReply(fetcher, (reply) => {
    if (!reply.ok) refuse(reply);
    else if (reply.message) toast({ title: reply.message, variant: "success" });
  });
  return <form ref={form} method="post" {...props} onSubmit={(event) => void send(event)} />;
}
