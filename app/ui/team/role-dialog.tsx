/** The dialog that changes the role of a member. */
import { useId, type FormEvent } from "react";
import type { Role } from "~/domain/roles";
import { Button } from "../kit/button";
import { Dialog } from "../kit/dialog";
import { useTexts } from "../use-texts";
import { RoleChoice } from "./role-choice";

interface RoleDialogProps {
  title: string;
  description: string;
  /** The role that is chosen at first. */
  permission: Role;
  onSave: (permission: string) => void;
  onClose: () => void;
}

/** Open while it is rendered. Closes after the choice. */
export function RoleDialog({ title, description, permission, onSave, onClose }: RoleDialogProps) {
  const { t } = useTexts("team");
  const cancelLabel = useTexts("layout").t("cancel");
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
      title={title}
      description={description}
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
        <RoleChoice defaultValue={permission} />
      </form>
    </Dialog>
  );
}
