/** Posts the token of a link. Opening the link changes nothing, because mail scanners open links too. */
import { Form, useActionData } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { FormReply } from "~/domain/forms/reply";
import { translateMessage } from "../form/form-state";
import { HiddenInputs } from "../form/replies";
import { isFault } from "../form/central-errors";
import { Button } from "../kit/button";
import { Notice } from "../kit/notice";
import { useTexts } from "../use-texts";

interface TokenFormProps {
  action: string;
  /** For a page with several forms. */
  intent?: string;
  token: string;
  /** The label of the button. */
  label: string;
  /** Waits for the button even where scripts run. */
  isAsking?: boolean;
}

/** Submits itself where scripts run. Its button submits it without scripts, and after the server was unreachable. */
export function TokenForm({ action, intent, token, label, isAsking = false }: TokenFormProps) {
  const { t } = useTexts("form");
  const form = useRef<HTMLFormElement>(null);
  const reply = useActionData<FormReply>();
  useEffect(() => {
    if (!isAsking) form.current?.requestSubmit();
  }, [isAsking]);
  return (
    <Form method="post" action={action} ref={form} replace className="grid gap-[18px]">
      {reply?.message && isFault(reply) ? (
        <Notice tone="bad">{translateMessage(t, reply.message)}</Notice>
      ) : null}
      <HiddenInputs intent={intent} fields={{ token }} />
      <Button type="submit" variant="primary" isBlock>
        {label}
      </Button>
    </Form>
  );
}
