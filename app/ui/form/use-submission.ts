/** Sends a form and acts on the reply: card token, request, payment to confirm, and the message to show. */
import { useNavigate } from "@remix-run/react";
import { useEffect, useRef, type RefObject } from "react";
import type { FormAccepted, FormRefused, FormReply } from "~/domain/forms/reply";
import { showToast, type ToastHandle } from "../toast/toast";
import { useCentralErrors } from "./central-errors";
import type { CardEntry } from "./form-state";
import { UNREACHABLE } from "./keep-page";
import { usePost, useReply } from "./post-form";
import { findPaymentSecret, useCard } from "./use-card";

interface SubmissionOptions {
  action: string;
  form: RefObject<HTMLFormElement>;
  card: RefObject<CardEntry>;
  /** Called after the notification, before the redirect. */
  onDone?: (reply: FormAccepted) => void;
  redirect?: string;
  /** The fields go back to what the server has sent when it refuses them: there is nothing to send again. */
  follows?: string;
  /**
   * The reply that came with the page, of a form that was sent before its scripts ran. The payment that it asks for is
   * confirmed as soon as they do.
   */
  early?: FormReply;
}

/**
 * `send` starts it; `reply` is the server's latest reply; `cardError` is the provider's message about the card, which
 * `setCardError` replaces.
 */
export function useSubmission(options: SubmissionOptions) {
  const { action, form, card: entry, onDone, redirect, follows } = options;
  const { post, fetcher, isBusy: isPosting } = usePost();
  const navigate = useNavigate();
  const submitter = useRef<HTMLElement | null>(null);
  const { refuse, dismissError } = useErrorReaction(form, submitter, { canRetry: follows === undefined });
  const card = useCard(entry);
  const sent = useRef(new FormData());
  const focused = useRef<Element | null>(null);
  const isBusy = card.isBusy || isPosting;

  async function postFormData(): Promise<void> {
    if (!(await post(action, sent.current))) refuse(UNREACHABLE);
  }

  async function send(by: HTMLElement | null): Promise<void> {
    if (!form.current) return;
    focused.current = document.activeElement;
    submitter.current = by;
    sent.current = new FormData(form.current, by);
    dismissError();
    if (await card.addToken(sent.current)) await postFormData();
  }

  async function accept(reply: FormAccepted): Promise<void> {
    const secret = findPaymentSecret(reply);
    if (secret !== null) {
      if (await card.addPayment(sent.current, secret)) await postFormData();
      return;
    }
    if (reply.message) showToast({ title: reply.message, variant: "success" });
    onDone?.(reply);
    if (redirect !== undefined) navigate(redirect);
  }

  useReply(fetcher, (reply) => {
    if (reply.ok) void accept(reply); // the central handler receives its failures
    else refuse(reply);
  });
  useEarlyPayment(options.early, (reply) => {
    sent.current = new FormData(form.current ?? undefined);
    void accept(reply);
  });
  useRestoreFocus(isBusy, focused);

  return { send, isBusy, reply: fetcher.data, cardError: card.error, setCardError: card.setError };
}

/** Confirms once what the reply asks for. The card entry of the form is attached before this effect runs. */
function useEarlyPayment(early: FormReply | undefined, confirm: (reply: FormAccepted) => void): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current || early?.ok !== true || findPaymentSecret(early) === null) return;
    isDone.current = true;
    confirm(early);
  });
}

/**
 * Shows a rejection: at its field, or else by the central handler. The toast of a form stays until the form is sent again
 * or left, because the user may need its message to correct the form (docs/decisions/0042).
 */
function useErrorReaction(
  form: RefObject<HTMLFormElement>,
  submitter: RefObject<HTMLElement | null>,
  { canRetry }: { canRetry: boolean },
) {
  const fail = useCentralErrors();
  const shown = useRef<ToastHandle | null>(null);
  useEffect(() => () => shown.current?.dismiss(), []);

  function refuse(reply: FormRefused): void {
    if (focusFirstError(form.current)) return;
    shown.current = fail({
      status: reply.status,
      body: reply,
      isLasting: true,
      retry: canRetry ? () => form.current?.requestSubmit(submitter.current) : undefined,
    });
  }

  function dismissError(): void {
    shown.current?.dismiss();
    shown.current = null;
  }

  return { refuse, dismissError };
}

/** An inert form loses the focus; without this a keyboard user would start again at the top of the page. */
function useRestoreFocus(isBusy: boolean, focused: RefObject<Element>): void {
  useEffect(() => {
    const element = focused.current;
    const isLost = document.activeElement === document.body || document.activeElement === null;
    if (!isBusy && isLost && element instanceof HTMLElement) element.focus();
  }, [isBusy, focused]);
}

/**
 * Focuses the first field with an error, and selects a wrong password, so that typing replaces it. Returns whether the form shows
 * any error.
 */
function focusFirstError(form: HTMLFormElement | null): boolean {
  const field = form?.querySelector<HTMLElement>("[aria-invalid='true']");
  field?.focus();
  if (field instanceof HTMLInputElement && field.autocomplete === "current-password") field.select();
  return Boolean(form?.querySelector("[role='alert']"));
}
