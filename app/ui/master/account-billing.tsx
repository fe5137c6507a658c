/** The two forms with which a master pays money back to an account: a refund of an invoice, or a credit. */
import type { DisputeView } from "~/domain/disputes";
import { paths } from "~/domain/paths";
import { REFUND_REASON_MAX_LENGTH } from "~/domain/payments";
import { ActionForm, SubmitButton } from "../form/action-form";
import { CheckboxField } from "../form/choice-fields";
import { NumberField, TextField } from "../form/fields";
import { useField } from "../form/form-state";
import { HiddenField } from "../form/hidden-field";
import { ReauthenticationField, type ReauthenticationFieldProps } from "../form/reauthentication-field";
import { SelectField } from "../form/select-field";
import { Card, CardBody, CardHeader, Section } from "../kit/card";
import { createLatePart } from "../kit/late-part";
import { Notice } from "../kit/notice";
import { Breadcrumbs, PageHeader } from "../layout/page-header";
import { useTexts } from "../use-texts";

const AccountDisputes = createLatePart(() => import("./account-disputes"));

interface AccountBillingProps {
  account: { id: string; name: string };
  /** The paid invoices of which something can still be paid back, newest first; amounts as text. */
  invoices: readonly { id: string; number: string; currency: string; paid: string; left: string }[];
  /** The account's disputed payments and warnings of fraud, newest first. */
  disputes: readonly DisputeView[];
  /** The ids of the refund and of the credit that this page requests. */
  requests: { refund: string; credit: string };
  reauthentication: ReauthenticationFieldProps;
}

export function AccountBilling(props: AccountBillingProps) {
  const { account, invoices, disputes } = props;
  const { t } = useTexts("master");
  const crumbs = [
    { label: t("title"), link: paths.master },
    { label: t("tabs.accounts"), link: paths.masterAccounts },
    { label: t("accounts.billing") },
  ];
  return (
    <>
      <PageHeader
        title={t("billing.title", { name: account.name })}
        description={t("billing.description")}
        above={<Breadcrumbs crumbs={crumbs} />}
      />
      {disputes.length > 0 ? <AccountDisputes disputes={disputes} /> : null}
      <Section width="lg">
        {invoices.length === 0 ? (
          <Notice tone="warn">{t("billing.no_invoices")}</Notice>
        ) : (
          <div className="grid gap-4">
            <RefundForm {...props} />
            <CreditForm {...props} />
          </div>
        )}
      </Section>
    </>
  );
}

function RefundForm(props: AccountBillingProps) {
  const { t } = useTexts("master");
  const options = props.invoices.map(({ id, number, paid, left }) => ({
    value: id,
    label: t("billing.invoice_option", { number, paid, left }),
  }));
  return (
    <Card id="refund">
      <CardHeader title={t("billing.refund")} />
      <CardBody>
        <ActionForm
          action="#refund"
          intent="refund"
          schema={() => import("~/domain/forms/master").then((forms) => forms.refundForm)}
        >
          <SelectField
            name="invoice"
            label={t("billing.invoice")}
            options={options}
            defaultValue={options[0]?.value}
          />
          <SharedFields {...props} request={props.requests.refund} />
          <SubmitButton variant="danger" className="justify-self-start">
            {t("billing.refund_submit")}
          </SubmitButton>
        </ActionForm>
      </CardBody>
    </Card>
  );
}

function CreditForm(props: AccountBillingProps) {
  const { t } = useTexts("master");
  return (
    <Card id="credit">
      <CardHeader title={t("billing.credit")} />
      <CardBody>
        <ActionForm
          action="#credit"
          intent="credit"
          clearsWhenDone
          schema={() => import("~/domain/forms/master").then((forms) => forms.creditForm)}
        >
          <SharedFields {...props} request={props.requests.credit} />
          <SubmitButton className="justify-self-start">{t("billing.credit_submit")}</SubmitButton>
        </ActionForm>
      </CardBody>
    </Card>
  );
}

function SharedFields({
  account,
  invoices,
  request,
  reauthentication,
}: Omit<AccountBillingProps, "requests"> & { request: string }) {
  const { t } = useTexts("master");
  const currency = invoices[0]?.currency.toUpperCase() ?? "";
  return (
    <>
      <HiddenField name="account" value={account.id} />
      <RequestField request={request} />
      <NumberField name="amount" label={t("billing.amount")} hint={t("billing.amount_hint", { currency })} />
      <TextField
        name="reason"
        label={t("billing.reason")}
        hint={t("billing.reason_hint")}
        maxLength={REFUND_REASON_MAX_LENGTH}
        autoComplete="off"
      />
      <CheckboxField name="confirm" label={t("billing.confirm")} />
      <ReauthenticationField {...reauthentication} />
    </>
  );
}

/** A form that is shown again asks for the same as before: its first request may have had an effect. */
function RequestField({ request }: { request: string }) {
  const { sentValue } = useField("request", undefined);
  return <HiddenField name="request" value={sentValue ?? request} />;
}
