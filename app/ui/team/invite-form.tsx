/** The form that invites users: their emails, the role that they get, and what each of them costs. */
import { useContext } from "react";
import { paths } from "~/domain/paths";
import type { SeatPriceView } from "~/domain/plans";
import { ASSIGNABLE_ROLES, type Role } from "~/domain/roles";
import { ActionForm, SubmitButton } from "../form/action-form";
import { FormContext } from "../form/form-state";
import { SelectField } from "../form/select-field";
import { TextareaField } from "../form/textarea-field";
import { formatAmount } from "../billing/plan-text";
import { TextLink } from "../kit/text-link";
import { useRoot } from "../use-page";
import { useTexts } from "../use-texts";

export interface InviteFormProps {
  /**
   * In the introduction, whose buttons send the form: its id, and the URL of the next step. An empty field is no error
   * there.
   */
  step?: { id: string; next: string };
  /** The price of a further member; null on a plan without a price for each member. */
  seatPrice: SeatPriceView | null;
}

/** For any page whose action has the intent `invite`. */
export function InviteForm({ step, seatPrice }: InviteFormProps) {
  const { t } = useTexts("team");
  return (
    <ActionForm
      id={step?.id}
      intent="invite"
      clearsWhenDone
      schema={() =>
        import("~/domain/forms/team").then((forms) =>
          step ? forms.introductionInviteForm : forms.inviteForm,
        )
      }
    >
      {step ? <input type="hidden" name="return_to" value={step.next} /> : null}
      <div className="grid gap-[18px] sm:grid-cols-[minmax(0,1fr)_11rem] sm:items-start">
        <div className="grid min-w-0 gap-1.5">
          {/* Several lines: a browser joins pasted lines in a field of one. */}
          <TextareaField
            name="email"
            rows={3}
            label={t("invite.email")}
            hint={step ? t("invite.email_hint_optional") : t("invite.email_hint")}
            isRequired={!step}
            spellCheck={false}
            placeholder={t("invite.email_example")}
          />
          <UpgradeLink />
        </div>
        <RoleField defaultValue="user" />
      </div>
      {seatPrice && <SeatPrice {...seatPrice} />}
      {step ? null : <SubmitButton className="justify-self-start">{t("invite.submit")}</SubmitButton>}
    </ActionForm>
  );
}

/** When the plan has too few seats, links an owner to the plan that has enough. For others the error names whom to ask. */
export function UpgradeLink() {
  const { t } = useTexts("team");
  const { plan } = useContext(FormContext);
  const isOwner = useRoot().viewer?.permissions.owner;
  if (plan === undefined || !isOwner) return null;
  return (
    <TextLink to={paths.upgradeTo(plan)} className="justify-self-start text-sm">
      {t("invite.to_upgrade")}
    </TextLink>
  );
}

/** "Each new member adds $12/month." */
export function SeatPrice({ symbol, price, interval }: SeatPriceView) {
  const { t, locale } = useTexts("team");
  return (
    <p className="text-sm text-muted">
      {t(`invite.seat_price.${interval}`, { price: symbol + formatAmount(price, locale) })}
    </p>
  );
}

/** The roles that can be assigned. The owner's is not among them. */
export function RoleField({ defaultValue }: { defaultValue: Role }) {
  const { t } = useTexts("team");
  return (
    <SelectField
      name="permission"
      label={t("role_label")}
      defaultValue={defaultValue}
      options={ASSIGNABLE_ROLES.map((role) => ({ value: role, label: t(`role.${role}`) }))}
    />
  );
}
