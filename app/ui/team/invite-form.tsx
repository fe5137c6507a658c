/** Inviting people: their emails, and the role they get. */
import { useContext } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "~/domain/paths";
import { ActionForm, SubmitButton } from "../form/action-form";
import { TextField } from "../form/fields";
import { FormContext } from "../form/form-state";
import { TextLink } from "../kit/text-link";
import { useRoot } from "../layout/use-page";
import { RoleField } from "./role-field";

export interface InviteFormProps {
  /** A path of the product to go to when the mails are on their way; the list of users, when left out. */
  returnTo?: string;
}

/** May stand on any page whose action has the intent `invite`. */
export function InviteForm({ returnTo }: InviteFormProps) {
  const { t } = useTranslation("team");
  return (
    <ActionForm
      intent="invite"
      clearsWhenDone
      schema={() => import("~/domain/forms/team").then((forms) => forms.inviteForm)}
    >
      {returnTo ? <input type="hidden" name="return_to" value={returnTo} /> : null}
      <div className="grid gap-[18px] sm:grid-cols-[minmax(0,1fr)_11rem] sm:items-start">
        <div className="grid min-w-0 gap-1.5">
          <TextField
            name="email"
            label={t("invite.email")}
            hint={t("invite.email_hint")}
            autoComplete="off"
            placeholder={t("invite.email_example")}
          />
          <BillingLink />
        </div>
        <RoleField defaultValue="user" />
      </div>
      {/* On another page it is not the first thing to do. */}
      <SubmitButton variant={returnTo ? "secondary" : "primary"} className="justify-self-start">
        {t("invite.submit")}
      </SubmitButton>
    </ActionForm>
  );
}

/** Where an owner gets more seats, when the plan has too few; anyone else is told whom to ask. */
function BillingLink() {
  const { t } = useTranslation("team");
  const { plan } = useContext(FormContext);
  const isOwner = useRoot().viewer?.permissions.owner;
  if (plan === undefined || !isOwner) return null;
  return (
    <TextLink to={paths.billing} className="justify-self-start text-sm">
      {t("invite.to_billing")}
    </TextLink>
  );
}
