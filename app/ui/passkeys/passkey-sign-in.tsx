/** Signing in with a passkey: the button, and the passkeys among what the browser suggests in the email field. */
import { useEffect, useRef } from "react";
import { seconds } from "~/domain/limits";
import { paths } from "~/domain/paths";
import { useSend } from "../form/post-form";
import { Button } from "../kit/button";
import { Icon } from "../kit/icon";
import { useTexts } from "../use-texts";
import { useCeremony } from "./use-ceremony";

interface PasskeySignInProps {
  /** The path to go to after signing in; "" for the usual one. */
  next: string;
  appUrl: string;
}

export function PasskeySignIn({ next, appUrl }: PasskeySignInProps) {
  const { t } = useTexts("auth");
  const { send, isBusy } = useSend();
  const { run, isOpen } = useCeremony(appUrl);
  const button = useRef<HTMLButtonElement>(null);

  function signIn(answer: string | null): void {
    if (answer === null) return;
    const values = new FormData();
    values.set("passkey", answer);
    values.set("next", next);
    // The answer counts once: to try again is to show the passkey again.
    send(paths.signIn, values, { retry: () => button.current?.click() });
  }
  useSuggestions(appUrl, signIn);

  return (
    <Button
      ref={button}
      isBlock
      isLoading={isOpen || isBusy}
      className="noscript:!hidden"
      onClick={() => {
        void run((ceremonies) => ceremonies.signInWithPasskey()).then(signIn); // `run` tells what went wrong
      }}
    >
      <Icon name="fingerprint" />
      {t("sign_in.by_passkey")}
    </Button>
  );
}

/** Whoever only looks at the page for a moment loads none of it. */
const SUGGESTIONS_AFTER_MS = seconds(3);
const FIRST_ACTS = ["pointermove", "touchstart", "keydown", "focusin"];

/**
 * Offers passkeys in the email field once the visitor does something on the page or has waited there, where the browser can
 * and the page has the address that they are for. Nothing is said when that fails: nobody has asked for it.
 */
function useSuggestions(appUrl: string, onAnswer: (answer: string) => void): void {
  const latest = useRef(onAnswer);
  useEffect(() => {
    latest.current = onAnswer;
  });
  useEffect(() => {
    if (location.origin !== new URL(appUrl).origin) return undefined;
    const [leaving, waiting] = [new AbortController(), new AbortController()];
    const begin = async (): Promise<void> => {
      waiting.abort();
      clearTimeout(timer);
      if (!(await canSuggest())) return;
      const { keepSuggesting } = await import("./suggestions");
      keepSuggesting(leaving.signal, (answer) => latest.current(answer));
    };
    const beginQuietly = () => void begin().catch(() => undefined); // the button is still there
    const timer = setTimeout(beginQuietly, SUGGESTIONS_AFTER_MS);
    for (const act of FIRST_ACTS)
      document.addEventListener(act, beginQuietly, { signal: waiting.signal, passive: true });
    return () => {
      clearTimeout(timer);
      waiting.abort();
      leaving.abort();
    };
  }, [appUrl]);
}

/** Older browsers know nothing of it. */
async function canSuggest(): Promise<boolean> {
  const isKnown = "PublicKeyCredential" in window && "isConditionalMediationAvailable" in PublicKeyCredential;
  return isKnown && (await PublicKeyCredential.isConditionalMediationAvailable());
}
