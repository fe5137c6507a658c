/** Posts a token out of a link. Opening the link changes nothing: programs that look through mails open links, too. */
import { Form, useActionData } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { FormReply } from "~/domain/forms/reply";
import { translateMessage } from "../form/form-state";
import { HiddenInputs } from "../form/replies";
import { isFault } from "../form/central-errors";
import { Button } from "../kit/button";
import { Notice } from "../kit/notice";

export interface TokenFormProps {
  action: string;
  /** Of the form, on a page with several. */
  intent?: string;
  token: string;
  /** What the button says. */
  label: string;
  /** Waits for the button where scripts run as well. */
  isAsking?: boolean;
}

/** Sends itself where scripts run, by its button where they do not or where the server could not be reached. */
export function TokenForm({ action, intent, token, label, isAsking = false }: TokenFormProps) {
  const { t } = useTranslation("form");
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
