/** The forms with which a master extends an account's trial, gives it a plan without a charge, or closes it. */
import type { ReactNode } from "react";
import { paths } from "~/domain/paths";
import { GIVEN_DAYS_MAX } from "~/domain/mission-control";
import { ActionForm, SubmitButton } from "../form/action-form";
import { CheckboxField } from "../form/choice-fields";
import { DateField } from "../form/date-field";
import { NumberField, TextField } from "../form/fields";
import { HiddenField } from "../form/hidden-field";
import { ReauthenticationField, type ReauthenticationFieldProps } from "../form/reauthentication-field";
import { SelectField } from "../form/select-field";
import { Card, CardBody, CardHeader, Section } from "../kit/card";
import { Breadcrumbs, PageHeader } from "../layout/page-header";
import { TimeInText } from "../kit/time";
import { useTexts } from "../use-texts";
import { toPlanOptions, type PlanName } from "./account-texts";
import { ReasonField } from "./user-acts";

interface AccountActsProps {
  account: { id: string; name: string };
  /** Its present plan; "" without one. */
  planId: string;
  /** ISO 8601; null when the account is not on a trial. */
  trialEnd: string | null;
  /** The plans that the account can be given; none while it has a subscription. */
  plans: PlanName[];
  reauthentication: ReauthenticationFieldProps;
  /** YYYY-MM-DD. */
  today: string;
}

export function AccountActs(props: AccountActsProps) {
  const { account } = props;
  const { t } = useTexts("master");
  const crumbs = [
    { label: t("title"), link: paths.master },
    { label: t("tabs.accounts"), link: paths.masterAccounts },
    { label: account.name, link: paths.masterAccountWith(account.id) },
    { label: t("account.acts") },
  ];
  return (
    <>
      <PageHeader
        title={t("acts.title", { name: account.name })}
        description={t("acts.description")}
        above={<Breadcrumbs crumbs={crumbs} />}
      />
      <Section width="lg">
        <ExtendCard {...props} />
        <CompCard {...props} />
        <CloseCard {...props} />
      </Section>
    </>
  );
}

function ActCard(props: { id: string; title: string; description: ReactNode; children?: ReactNode }) {
  return (
    <Card id={props.id}>
      <CardHeader title={props.title} description={props.description} />
      {props.children ? <CardBody>{props.children}</CardBody> : null}
    </Card>
  );
}

function ExtendCard({ account, trialEnd, reauthentication, today }: AccountActsProps) {
  const { t } = useTexts("master");
  if (trialEnd === null)
    return <ActCard id="extend" title={t("acts.extend")} description={t("acts.not_trialing")} />;
  return (
    <ActCard
      id="extend"
      title={t("acts.extend")}
      description={<TimeInText iso={trialEnd}>{(time) => t("acts.extend_text", { time })}</TimeInText>}
    >
      <ActionForm
        action="#extend"
        intent="extend"
        shown={{ until: trialEnd.slice(0, 10) }}
        schema={() => import("~/domain/forms/master-acts").then((forms) => forms.extendTrialForm)}
      >
        <HiddenField name="id" value={account.id} />
        <DateField name="until" label={t("acts.until")} min={trialEnd.slice(0, 10) || today} />
        <ReasonField hint={t("billing.reason_hint")} />
        <CheckboxField name="confirm" label={t("acts.confirm")} />
        <ReauthenticationField {...reauthentication} />
        <SubmitButton className="justify-self-start">{t("acts.extend_submit")}</SubmitButton>
      </ActionForm>
    </ActCard>
  );
}

function CompCard({ account, planId, plans, reauthentication }: AccountActsProps) {
  const { t } = useTexts("master");
  if (plans.length === 0)
    return <ActCard id="comp" title={t("acts.comp")} description={t("acts.has_subscription")} />;
  return (
    <ActCard id="comp" title={t("acts.comp")} description={t("acts.comp_text")}>
      <ActionForm
        action="#comp"
        intent="comp"
        shown={{ plan: planId }}
        schema={() => import("~/domain/forms/master-acts").then((forms) => forms.compForm)}
      >
        <HiddenField name="id" value={account.id} />
        <SelectField
          name="plan"
          label={t("accounts.plan")}
          options={toPlanOptions(plans, t)}
          defaultValue={plans[0]?.id}
        />
        <NumberField name="days" label={t("acts.days")} hint={t("acts.days_hint", { max: GIVEN_DAYS_MAX })} />
        <ReasonField hint={t("billing.reason_hint")} />
        <CheckboxField name="confirm" label={t("acts.confirm")} />
        <ReauthenticationField {...reauthentication} />
        <SubmitButton className="justify-self-start">{t("acts.comp_submit")}</SubmitButton>
      </ActionForm>
    </ActCard>
  );
}

function CloseCard({ account, reauthentication }: AccountActsProps) {
  const { t } = useTexts("master");
  return (
    <ActCard id="close" title={t("acts.close")} description={t("acts.close_text")}>
      <ActionForm
        action="#close"
        intent="close"
        schema={() => import("~/domain/forms/master-acts").then((forms) => forms.closeCustomerForm)}
      >
        <HiddenField name="id" value={account.id} />
        <TextField name="confirmation" label={t("acts.name", { name: account.name })} autoComplete="off" />
        <TextField
          name="reason"
          label={t("billing.reason")}
          hint={t("acts.close_reason_hint")}
          autoComplete="off"
        />
        <ReauthenticationField {...reauthentication} />
        <SubmitButton variant="danger" className="justify-self-start">
          {t("acts.close_submit")}
        </SubmitButton>
      </ActionForm>
    </ActCard>
  );
}
