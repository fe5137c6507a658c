/** Sends a form and acts on the answer: card token, request, payment to confirm, and what is shown. Spec §4. */
import { useFetcher, useNavigate } from "@remix-run/react";
import { useEffect, useRef, type RefObject } from "react";
import type { FormAccepted, FormReply } from "~/domain/forms/reply";
import { toast } from "../toast/toast";
import { useCentralErrors } from "./central-errors";
import type { CardEntry } from "./form-state";
import { secretIn } from "./replies";
import { useCard } from "./use-card";

export interface SubmissionOptions {
  action: string;
  form: RefObject<HTMLFormElement>;
  card: RefObject<CardEntry>;
  /** Called after the notification, before the redirect. */
  onDone?: (reply: FormAccepted) => void;
  redirect?: string;
}

/** `send` starts it; `reply` is the server's latest answer; `cardError` is what the provider says about the card. */
export function useSubmission({ action, form, card: entry, onDone, redirect }: SubmissionOptions) {
  const fetcher = useFetcher<FormReply>();
  const navigate = useNavigate();
  const fail = useCentralErrors();
  const card = useCard(entry);
  const sent = useRef(new FormData());
  const focused = useRef<Element | null>(null);
  const isBusy = card.isAsked || fetcher.state !== "idle";

  function post(): void {
    const encType = holdsFile(sent.current) ? "multipart/form-data" : "application/x-www-form-urlencoded";
    fetcher.submit(sent.current, { action, method: "post", encType });
  }

  async function send(submitter: HTMLElement | null): Promise<void> {
    if (!form.current) return;
    focused.current = document.activeElement;
    sent.current = new FormData(form.current, submitter);
    if (await card.addToken(sent.current)) post();
  }

  async function accept(reply: FormAccepted): Promise<void> {
    const secret = secretIn(reply);
    if (secret !== null) {
      const payment = await card.addPayment(sent.current, secret);
      if (payment.ok) post();
      else fail({ status: 400, body: payment });
      return;
    }
    if (reply.message) toast({ title: reply.message, variant: "success" });
    onDone?.(reply);
    if (redirect !== undefined) navigate(redirect);
  }

  useOnChange(fetcher.data, (reply) => {
    if (reply.ok)
      void accept(reply); // its failures end in the central handler
    else if (!focusFirstError(form.current)) fail({ status: reply.status, body: reply });
  });
  useGiveFocusBack(isBusy, focused);

  return { send, isBusy, reply: fetcher.data, cardError: card.error };
}

/** Calls `act` once for every new value. */
function useOnChange<Value>(value: Value | undefined, act: (value: Value) => void): void {
  const seen = useRef(value);
  useEffect(() => {
    if (value === undefined || value === seen.current) return;
    seen.current = value;
    act(value);
  });
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

function holdsFile(values: FormData): boolean {
  return [...values.values()].some((value) => typeof value !== "string");
}
