/** Posts a token out of a link. Opening the link changes nothing: programs that look through mails open links, too. */
import { Form } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Button } from "../kit/button";

export interface TokenFormProps {
  action: string;
  token: string;
  /** What the button says. */
  label: string;
  /** Waits for the button where scripts run as well. */
  isAsking?: boolean;
}

/** Sends itself where scripts run, by its button where they do not. */
export function TokenForm({ action, token, label, isAsking = false }: TokenFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!isAsking) form.current?.requestSubmit();
  }, [isAsking]);
  return (
    <Form method="post" action={action} ref={form} replace>
      <input type="hidden" name="token" value={token} />
      <Button type="submit" variant="primary" isBlock>
        {label}
      </Button>
    </Form>
  );
}
