/** The dialog that changes the role of a member. */
import { useId, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import type { Role } from "~/domain/roles";
import { Button } from "../kit/button";
import { Dialog } from "../kit/dialog";
import { RoleField } from "./invite-form";

export interface RoleDialogProps {
  /** The name of the member. */
  name: string;
  email: string;
  permission: Role;
  onSave: (permission: string) => void;
  onClose: () => void;
}

/** Open while it is rendered. Closes after the choice. */
export function RoleDialog({ name, email, permission, onSave, onClose }: RoleDialogProps) {
  const { t } = useTranslation("team");
  const cancelLabel = useTranslation("layout").t("cancel");
  const formId = useId();

  function handleSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const chosen = new FormData(event.currentTarget).get("permission");
    if (typeof chosen === "string") onSave(chosen);
    onClose();
  }

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t("edit.change_role_of", { name })}
      description={email}
      footer={
        <>
          <Button size="sm" onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button size="sm" variant="primary" type="submit" form={formId}>
            {t("edit.save")}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={handleSubmit}>
        <RoleField defaultValue={permission} hint={t("edit.role_hint")} />
      </form>
    </Dialog>
  );
}
