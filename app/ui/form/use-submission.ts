/** Sends a form and acts on the answer: card token, request, payment to confirm, and what is shown. Spec §4. */
import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect, useRef, useState, type RefObject } from "react";
import type { FormAccepted, FormRefused } from "~/domain/forms/reply";
import type { Message } from "~/domain/messages";
import { isLasting, showToast, type ToastHandle } from "../toast/toast";
import { isForSender, useCentralErrors, type RequestFailure } from "./central-errors";
import type { CardEntry } from "./form-state";
import { UNREACHABLE } from "./keep-page";
import { findPaymentSecret } from "./replies";
import { useCard } from "./use-card";
import { usePost } from "./use-post";
import { useReply } from "./use-reply";

export interface SubmissionOptions {
  action: string;
  form: RefObject<HTMLFormElement>;
  card: RefObject<CardEntry>;
  /** Called after the notification, before the redirect. */
  onDone?: (reply: FormAccepted) => void;
  redirect?: string;
}

/**
 * `send` starts it; `reply` is the server's latest answer; `refusal` is what its sender must correct, where no field
 * shows it; `cardError` is what the provider says about the card.
 */
export function useSubmission({ action, form, card: entry, onDone, redirect }: SubmissionOptions) {
  const { post, fetcher, isBusy: isPosting } = usePost();
  const navigate = useNavigate();
  const submitter = useRef<HTMLElement | null>(null);
  const { refusal, refuse, fail, forget: resetPasswords } = useErrorReaction(form, submitter);
  const card = useCard(entry);
  const sent = useRef(new FormData());
  const focused = useRef<Element | null>(null);
  const isBusy = card.isAsked || isPosting;

  async function postFormData(): Promise<void> {
    if (!(await post(action, sent.current))) refuse(UNREACHABLE);
  }

  async function send(by: HTMLElement | null): Promise<void> {
    if (!form.current) return;
    focused.current = document.activeElement;
    submitter.current = by;
    sent.current = new FormData(form.current, by);
    resetPasswords();
    if (await card.addToken(sent.current)) await postFormData();
  }

  async function accept(reply: FormAccepted): Promise<void> {
    const secret = findPaymentSecret(reply);
    if (secret !== null) {
      const payment = await card.addPayment(sent.current, secret);
      if (payment.ok) await postFormData();
      else fail({ status: 400, body: payment });
      return;
    }
    if (reply.message) showToast({ title: reply.message, variant: "success" });
    onDone?.(reply);
    if (redirect !== undefined) navigate(redirect);
  }

  useReply(fetcher, (reply) => {
    if (reply.ok)
      void accept(reply); // its failures end in the central handler
    else refuse(reply);
  });
  useGiveFocusBack(isBusy, focused);

  return { send, isBusy, reply: fetcher.data, refusal, cardError: card.error };
}

/** What a refusal shows: at its field, in the form for its sender to correct, or by the central handler. */
function useErrorReaction(form: RefObject<HTMLFormElement>, submitter: RefObject<HTMLElement | null>) {
  const { pathname } = useLocation();
  const failCentrally = useCentralErrors();
  const shown = useRef<ToastHandle | null>(null);
  const [refusal, setRefusal] = useState<Message | null>(null);

  // Nothing can be sent again once the form is gone.
  useEffect(
    () => () => {
      if (shown.current && isLasting(shown.current.id)) shown.current.dismiss();
    },
    [],
  );

  function fail(failure: RequestFailure): void {
    shown.current = failCentrally(failure);
  }

  function refuse(reply: FormRefused): void {
    if (focusFirstError(form.current)) return;
    const failure = { status: reply.status, body: reply };
    if (isForSender(failure, pathname)) {
      setRefusal(reply.message);
      if (reply.status === 401) selectPassword(form.current);
    } else fail({ ...failure, retry: () => form.current?.requestSubmit(submitter.current) });
  }

  /** What the last attempt showed no longer holds once the form is sent again. */
  function resetPasswords(): void {
    setRefusal(null);
    shown.current?.dismiss();
    shown.current = null;
  }

  return { refusal, refuse, fail, forget: resetPasswords };
}

/** What was wrong is most probably the password: typing replaces it. */
function selectPassword(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLInputElement>("input[autocomplete='current-password']");
  field?.focus();
  field?.select();
}

/** A form that is inert while it loads drops the focus; a keyboard user must not start again at the top of the page. */
function useGiveFocusBack(isBusy: boolean, focused: RefObject<Element>): void {
  useEffect(() => {
    const element = focused.current;
    const isLost = document.activeElement === document.body || document.activeElement === null;
    if (!isBusy && isLost && element instanceof HTMLElement) element.focus();
  }, [isBusy, focused]);
}

/** Whether any field of the form shows an error. */
function focusFirstError(form: HTMLFormElement | null): boolean {
  form?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus();
  return Boolean(form?.querySelector("[role='alert']"));
}
