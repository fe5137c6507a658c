/** The question before what cannot be undone. */
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "./button";
import { Dialog } from "./dialog";

export interface ConfirmProps {
  /** The button that opens it; leave out when `isOpen` is given. */
  trigger?: ReactNode;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  title: ReactNode;
  /** What will happen, plainly. */
  description: ReactNode;
  /** Names the deed ("Revoke key"), never "OK". */
  confirmLabel: ReactNode;
  /** The id of the form to send on yes; it must be in the page already. */
  formId?: string;
  onConfirm?: () => void;
}

/** Asks, and on yes sends the form or calls back. The focus starts on the harmless choice. */
export function Confirm({
  trigger,
  title,
  description,
  confirmLabel,
  formId,
  onConfirm,
  ...led
}: ConfirmProps) {
  const { t } = useTranslation("layout");
  const [isOwnOpen, setIsOwnOpen] = useState(false);
  const setIsOpen = (next: boolean) => {
    setIsOwnOpen(next);
    led.onOpenChange?.(next);
  };
  const confirm = () => {
    if (formId) sendForm(formId);
    onConfirm?.();
    setIsOpen(false);
  };
  return (
    <Dialog
      role="alertdialog"
      trigger={trigger}
      isOpen={led.isOpen ?? isOwnOpen}
      onOpenChange={setIsOpen}
      title={title}
      description={description}
      footer={
        <>
          <Button size="sm" onClick={() => setIsOpen(false)}>
            {t("cancel")}
          </Button>
          <Button size="sm" variant="danger" onClick={confirm}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}

/** Not by a submit button in the dialog: it would be gone with the dialog before the browser sends its form. */
function sendForm(id: string) {
  const form = document.getElementById(id);
  if (form instanceof HTMLFormElement) form.requestSubmit();
}
