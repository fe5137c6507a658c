/** The button that invites: a dialog with scripts, and without them a link to the page with the same form. */
import { useLocation } from "@remix-run/react";
import { useState, type MouseEvent } from "react";
import type { Places } from "~/domain/members";
import { paths } from "~/domain/paths";
import { ActionForm, SubmitButton } from "../form/action-form";
import { ButtonLink } from "../kit/button";
import { Dialog } from "../kit/dialog";
import { useTexts } from "../use-texts";
import { EmailsField } from "./emails-field";
import { RoleField, SeatPrice, UpgradeLink, type InviteFormProps } from "./invite-form";

interface InviteDialogProps extends Pick<InviteFormProps, "seatPrice"> {
  places: Places;
}

/** For any page whose action has the intent `invite`. */
export function InviteDialog({ seatPrice, places }: InviteDialogProps) {
  const { t } = useTexts("team");
  const { key } = useLocation();
  // Open at one visit of the page: the redirect after sending ends the visit, and with it the dialog.
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const setIsOpen = (isOpen: boolean) => setOpenedAt(isOpen ? key : null);
  const isOpen = openedAt === key;
  const open = (event: MouseEvent) => {
    // A click with a key opens the page in another tab.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setIsOpen(true);
  };
  return (
    <>
      <ButtonLink to={paths.inviteUsers} variant="primary" onClick={open}>
        {t("invite.open")}
      </ButtonLink>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={t("invite.title")}
        description={t("invite.description")}
      >
        <ActionForm
          intent="invite"
          action={paths.users}
          schema={() => import("~/domain/forms/team").then((forms) => forms.inviteForm)}
        >
          <EmailsField places={places} />
          <UpgradeLink />
          <RoleField defaultValue="user" />
          {seatPrice && <SeatPrice {...seatPrice} />}
          <SubmitButton className="justify-self-start">{t("invite.submit")}</SubmitButton>
        </ActionForm>
      </Dialog>
    </>
  );
}
