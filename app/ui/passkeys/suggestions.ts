/** Keeps passkeys among what the browser suggests in the email field of the sign-in page. */
import { minutes } from "~/domain/limits";
import { cancelPasskeys, suggestPasskeys } from "./ceremonies";

/** A challenge is valid for five minutes: it is replaced before it ends, because a passkey that is chosen after that is refused. */
const RENEW_AFTER_MS = minutes(4);

/**
 * Offers them until `signal` says that the page is left, and calls `onAnswer` with the chosen one. While a form is sent
 * nothing is offered, so that a late choice cannot start a second session; the email field, when it is entered again, brings
 * them back.
 */
export function keepSuggesting(signal: AbortSignal, onAnswer: (answer: string) => void): void {
  let isOffering = false;
  let renewal: ReturnType<typeof setTimeout> | undefined;
  const isLive = () => !signal.aborted;

  async function offer(): Promise<void> {
    if (isOffering || !isLive()) return;
    isOffering = true;
    renewal = setTimeout(renew, RENEW_AFTER_MS);
    const result = await suggestPasskeys();
    isOffering = false;
    clearTimeout(renewal);
    if (result.kind === "answered" && isLive()) onAnswer(result.answer);
  }

  function renew(): void {
    cancelPasskeys();
    // The offer that was cancelled ends first.
    setTimeout(() => void offer());
  }

  function stop(): void {
    clearTimeout(renewal);
    if (isOffering) cancelPasskeys();
  }

  const enter = ({ target }: FocusEvent): void => {
    if (target instanceof HTMLInputElement && target.autocomplete.endsWith("webauthn")) void offer();
  };
  document.addEventListener("submit", stop, { capture: true, signal });
  document.addEventListener("focusin", enter, { signal });
  signal.addEventListener("abort", stop);
  void offer();
}
