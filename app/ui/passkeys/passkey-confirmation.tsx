/** The button that confirms a change with a passkey instead of the password, inside the form that makes the change. */
import { useContext, useState, type MouseEvent, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { FieldError } from "../form/field";
import { FormContext, useField } from "../form/form-state";
import { Button } from "../kit/button";
import { Icon } from "../kit/icon";
import { useTexts } from "../use-texts";
import { useCeremony } from "./use-ceremony";

interface PasskeyConfirmationProps {
  /** The field that takes the password or a code; none for a user with neither. */
  children?: ReactNode;
}

/** Asks for the passkey, and submits the form around it with the answer. Without scripts there is no button. */
export function PasskeyConfirmation({ children }: PasskeyConfirmationProps) {
  const { t } = useTexts("form");
  const { isBusy } = useContext(FormContext);
  const { errorId, error } = useField("passkey", undefined);
  const { run, isOpen } = useCeremony();
  const [answer, setAnswer] = useState<string>();
  // An answer counts once: it must not go along when the form is sent again.
  if (isBusy && answer !== undefined) setAnswer(undefined);

  async function confirm({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>): Promise<void> {
    const given = await run((ceremonies) => ceremonies.confirmWithPasskey());
    if (given === null) return;
    flushSync(() => setAnswer(given));
    form?.requestSubmit();
  }

  return (
    <>
      {/* An empty password would be refused next to the answer, and a field that is disabled is not sent. */}
      <fieldset disabled={answer !== undefined} className="contents">
        {children}
      </fieldset>
      <div className="grid justify-items-start gap-1 noscript:hidden">
        <Button
          isLoading={isOpen}
          onClick={(event) => {
            void confirm(event); // `run` has told the user what went wrong
          }}
        >
          <Icon name="fingerprint" />
          {t("proof.passkey")}
        </Button>
        {answer === undefined ? null : <input type="hidden" name="passkey" value={answer} />}
        <FieldError id={errorId}>{error}</FieldError>
      </div>
    </>
  );
}
