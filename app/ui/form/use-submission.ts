/** Sends a form and acts on the reply: card token, request, payment to confirm, and the message to show. */
import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect, useRef, useState, type RefObject } from "react";
import { CARD_FIELD, PAYMENT_FIELD, type FormAccepted, type FormRefused } from "~/domain/forms/reply";
import type { Message } from "~/domain/messages";
import { isLasting, showToast, type ToastHandle } from "../toast/toast";
import { isForSender, useCentralErrors, type RequestFailure } from "./central-errors";
import type { CardEntry, CardResult } from "./form-state";
import { UNREACHABLE } from "./keep-page";
import { usePost, useReply } from "./post-form";

export interface SubmissionOptions {
  action: string;
  form: RefObject<HTMLFormElement>;
  card: RefObject<CardEntry>;
  /** Called after the notification, before the redirect. */
  onDone?: (reply: FormAccepted) => void;
  redirect?: string;
}

/**
 * `send` starts it; `reply` is the server's latest reply; `refusal` is an error that the user can correct and that no
 * field shows; `cardError` is the provider's message about the card.
 */
export function useSubmission({ action, form, card: entry, onDone, redirect }: SubmissionOptions) {
  const { post, fetcher, isBusy: isPosting } = usePost();
  const navigate = useNavigate();
  const submitter = useRef<HTMLElement | null>(null);
  const { refusal, refuse, fail, clearErrors } = useErrorReaction(form, submitter);
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
    clearErrors();
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
      void accept(reply); // the central handler receives its failures
    else refuse(reply);
  });
  useRestoreFocus(isBusy, focused);

  return { send, isBusy, reply: fetcher.data, refusal, cardError: card.error };
}

/**
 * The form's side of the card field: a token before the form is sent, a confirmed payment after it. Both functions add
 * the provider's result to the values.
 */
function useCard(card: RefObject<CardEntry>) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<Message | null>(null);

  async function ask(run: (entry: CardEntry) => Promise<CardResult>): Promise<CardResult> {
    if (!card.current) return { ok: false, message: "form:card.unavailable" };
    setIsBusy(true);
    const result = await run(card.current);
    setIsBusy(false);
    return result;
  }

  return {
    /** The provider, or the card holder, has not answered yet. */
    isBusy,
    /** The provider's message about the card itself. */
    error,
    /** False when the card was rejected. A form without a card field needs no token. */
    async addToken(values: FormData): Promise<boolean> {
      setError(null);
      if (!card.current) return true;
      const token = await ask((entry) => entry.createToken());
      if (token.ok) values.set(CARD_FIELD, token.id);
      else {
        setError(token.message);
        card.current.focus();
      }
      return token.ok;
    },
    async addPayment(values: FormData, clientSecret: string): Promise<CardResult> {
      const payment = await ask((entry) => entry.confirm(clientSecret));
      if (payment.ok) values.set(PAYMENT_FIELD, payment.id);
      return payment;
    },
  };
}

/** The client secret of a payment that the card holder must confirm, or null. */
function findPaymentSecret({ payment, data }: FormAccepted): string | null {
  if (payment) return payment.client_secret;
  if (typeof data !== "object" || data === null) return null;
  if (!("requires_payment_action" in data) || data.requires_payment_action !== true) return null;
  return "client_secret" in data && typeof data.client_secret === "string" ? data.client_secret : null;
}

/** Shows a rejection: at its field, in the form when the user can correct it, or by the central handler. */
function useErrorReaction(form: RefObject<HTMLFormElement>, submitter: RefObject<HTMLElement | null>) {
  const { pathname } = useLocation();
  const failCentrally = useCentralErrors();
  const shown = useRef<ToastHandle | null>(null);
  const [refusal, setRefusal] = useState<Message | null>(null);

  // A toast with a retry button is closed with the form, because the form can no longer be sent.
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

  /** Removes the errors of the last attempt before the form is sent again. */
  function clearErrors(): void {
    setRefusal(null);
    shown.current?.dismiss();
    shown.current = null;
  }

  return { refusal, refuse, fail, clearErrors };
}

/** After a 401 the password is most probably wrong: it is selected, so that typing replaces it. */
function selectPassword(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLInputElement>("input[autocomplete='current-password']");
  field?.focus();
  field?.select();
}

/** An inert form loses the focus; without this a keyboard user would start again at the top of the page. */
function useRestoreFocus(isBusy: boolean, focused: RefObject<Element>): void {
  useEffect(() => {
    const element = focused.current;
    const isLost = document.activeElement === document.body || document.activeElement === null;
    if (!isBusy && isLost && element instanceof HTMLElement) element.focus();
  }, [isBusy, focused]);
}

/** Focuses the first field with an error. Returns whether the form shows any error. */
function focusFirstError(form: HTMLFormElement | null): boolean {
  form?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus();
  return Boolean(form?.querySelector("[role='alert']"));
}
