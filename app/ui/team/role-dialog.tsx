/** The dialog that changes the role of one member or of several. */
import { useId, useState, type FormEvent } from "react";
import { Button } from "../kit/button";
import { Dialog } from "../kit/dialog";
import { useTexts } from "../use-texts";
import { RoleChoice, type RoleChoiceProps } from "./role-choice";

interface RoleDialogProps extends Pick<RoleChoiceProps, "losses"> {
  title: string;
  description: string;
  /** The role that is chosen at first. Without it the user must choose one before saving. */
  permission?: RoleChoiceProps["defaultValue"];
  onSave: (permission: string) => void;
  onClose: () => void;
}

/** Open while it is rendered. Closes after the choice. */
export function RoleDialog({ permission, losses, onSave, onClose, ...texts }: RoleDialogProps) {
  const { t } = useTexts("team");
  const cancelLabel = useTexts("layout").t("cancel");
  const formId = useId();
  const [isChosen, setIsChosen] = useState(permission !== undefined);

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
      {...texts}
      footer={
        <>
          <Button size="sm" onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button size="sm" variant="primary" type="submit" form={formId} disabled={!isChosen}>
            {t("edit.save")}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={handleSubmit} onChange={() => setIsChosen(true)}>
        <RoleChoice defaultValue={permission} losses={losses} />
      </form>
    </Dialog>
  );
}
