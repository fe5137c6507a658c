/** A form of one button that cannot be undone: asks first where scripts run. */
import { useId } from "react";
import { PostForm } from "../form/post-form";
import { Button } from "../kit/button";
import { Confirm } from "../kit/confirm";

export interface ConfirmedFormProps {
  action: string;
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
  action,
  fields,
  label,
  title,
  description,
  confirmLabel,
}: ConfirmedFormProps) {
  const id = useId();
  return (
    <PostForm id={id} action={action}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
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
