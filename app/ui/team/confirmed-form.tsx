/** A form of one button that cannot be undone: asks first where scripts run. */
import { useId } from "react";
import { PostForm } from "../form/post-form";
import { Button } from "../kit/button";
import { Confirm } from "../kit/confirm";

export interface ConfirmedFormProps {
  intent: string;
  /** Sent as hidden fields. */
  fields: Readonly<Record<string, string>>;
  /** On the button that asks. */
  label: string;
  title: string;
  description: string;
  /** Names the deed; the button's label, when left out. */
  confirmLabel?: string;
}

export function ConfirmedForm({
  intent,
  fields,
  label,
  title,
  description,
  confirmLabel,
}: ConfirmedFormProps) {
  const id = useId();
  return (
    <PostForm id={id} intent={intent} fields={fields}>
      <Confirm
        formId={id}
        trigger={
          <Button type="submit" variant="danger">
            {label}
          </Button>
        }
        title={title}
        description={description}
        confirmLabel={confirmLabel ?? label}
      />
    </PostForm>
  );
}
