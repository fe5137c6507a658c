/** The dialog before an action that cannot be undone. */
import { useState, type ReactElement, type ReactNode } from "react";
import { useTexts } from "../use-texts";
import { Button, type ButtonProps } from "./button";
import { Dialog } from "./dialog";

interface ConfirmProps {
  /** The button that opens the dialog; without it the caller controls `isOpen`. */
  trigger?: ReactElement<ButtonProps>;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  title: ReactNode;
  /** The consequence of the action. */
  description: ReactNode;
  /** Names the action ("Revoke key"), never "OK". */
  confirmLabel: ReactNode;
  /** By default "Cancel"; for an action that is itself a cancellation, what stays. */
  cancelLabel?: ReactNode;
  /** The id of the form to submit on confirmation; it must be in the page. */
  formId?: string;
  onConfirm?: () => void;
}

/** Asks, and on confirmation submits the form and calls `onConfirm`. The first focused button is "Cancel". */
export function Confirm({
  trigger,
  title,
  description,
  confirmLabel,
  cancelLabel,
  formId,
  onConfirm,
  ...controlled
}: ConfirmProps) {
  const { t } = useTexts("layout");
  const [isOwnOpen, setIsOwnOpen] = useState(false);
  const setIsOpen = (next: boolean) => {
    setIsOwnOpen(next);
    controlled.onOpenChange?.(next);
  };
  const confirm = () => {
    if (formId) submitForm(formId);
    onConfirm?.();
    setIsOpen(false);
  };
  return (
    <Dialog
      role="alertdialog"
      trigger={trigger}
      isOpen={controlled.isOpen ?? isOwnOpen}
      onOpenChange={setIsOpen}
      title={title}
      description={description}
      footer={
        <>
          <Button size="sm" onClick={() => setIsOpen(false)}>
            {cancelLabel ?? t("cancel")}
          </Button>
          <Button size="sm" variant="danger" onClick={confirm}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}

/** By script: a submit button would be removed with the dialog before the browser submits the form. */
function submitForm(id: string) {
  const form = document.getElementById(id);
  if (form instanceof HTMLFormElement) form.requestSubmit();
}
