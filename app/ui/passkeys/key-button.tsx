/** The button that completes a sign-in with a passkey or a security key instead of a code. */
import { useRef } from "react";
import { paths } from "~/domain/paths";
import { useSend } from "../form/post-form";
import { Button } from "../kit/button";
import { Icon } from "../kit/icon";
import { useTexts } from "../use-texts";
import { useCeremony } from "./use-ceremony";

/** `token` is the challenge of the sign-in. Without scripts there is no button: a code does without them. */
export function KeyButton({ token, next }: { token: string; next: string }) {
  const { t } = useTexts("auth");
  const { send, isBusy } = useSend();
  const { run, isOpen } = useCeremony();
  const button = useRef<HTMLButtonElement>(null);

  async function show(): Promise<void> {
    const answer = await run((ceremonies) => ceremonies.showSecondFactor(token));
    if (answer === null) return;
    const values = new FormData();
    values.set("jwt", token);
    values.set("passkey", answer);
    values.set("next", next);
    // The answer counts once: to try again is to show the key again.
    send(paths.signInCode, values, { retry: () => button.current?.click() });
  }

  return (
    <Button
      ref={button}
      isBlock
      isLoading={isOpen || isBusy}
      className="noscript:!hidden"
      onClick={() => {
        void show(); // `run` tells what went wrong
      }}
    >
      <Icon name="fingerprint" />
      {t("code.use_passkey")}
    </Button>
  );
}
