/** Inviting people: their addresses, and the role they get. Spec §5 "Invite form". */
import { useTranslation } from "react-i18next";
import { paths } from "~/domain/paths";
import { ActionForm, SubmitButton } from "../form/action-form";
import { TextField } from "../form/fields";
import { RoleField } from "./role-field";

export interface InviteFormProps {
  /** A path of the product to go to when the mails are on their way; the list of users, when left out. */
  returnTo?: string;
}

/** May stand on any page: where something is to be mended without scripts, /account/users/invite shows it again. */
export function InviteForm({ returnTo }: InviteFormProps) {
  const { t } = useTranslation("team");
  return (
    <ActionForm
      action={paths.inviteUsers}
      name="invite"
      schema={() => import("~/domain/forms/team").then((forms) => forms.inviteForm)}
    >
      {returnTo ? <input type="hidden" name="return_to" value={returnTo} /> : null}
      <div className="grid gap-[18px] sm:grid-cols-[minmax(0,1fr)_11rem] sm:items-start">
        <TextField
          name="email"
          label={t("invite.email")}
          hint={t("invite.email_hint")}
          autoComplete="off"
          placeholder={t("invite.email_example")}
        />
        <RoleField defaultValue="user" />
      </div>
      {/* On another page it is not the first thing to do. */}
      <SubmitButton variant={returnTo ? "secondary" : "primary"} className="justify-self-start">
        {t("invite.submit")}
      </SubmitButton>
    </ActionForm>
  );
}
