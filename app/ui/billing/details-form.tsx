/** Billing details: what the invoices say about the account, and who receives them. */
import type { Country } from "~/domain/countries";
import { TAX_ID_TYPES } from "~/domain/tax-ids";
import { ActionForm, SubmitButton } from "../form/action-form";
import { EmailField, TextField } from "../form/fields";
import { SelectField } from "../form/select-field";
import { Card, CardBody, CardHeader } from "../kit/card";
import { Notice } from "../kit/notice";
import { useTexts } from "../use-texts";

/** As the server answers them; "" for what is not known. */
interface BillingDetailsView {
  company: string;
  line1: string;
  line2: string;
  city: string;
  postal_code: string;
  country: string;
  tax_id_type: string;
  tax_id: string;
  billing_email: string;
}

interface DetailsFormProps {
  /** Null when the payment provider, which keeps them, cannot be reached. */
  details: BillingDetailsView | null;
  countries: readonly Country[];
}

export function DetailsForm({ details, countries }: DetailsFormProps) {
  const { t } = useTexts("billing");
  return (
    <Card id="details">
      <CardHeader title={t("details_form.title")} description={t("details_form.description")} />
      <CardBody>
        {details ? (
          <Fields details={details} countries={countries} />
        ) : (
          <Notice tone="warn">{t("errors.provider_away")}</Notice>
        )}
      </CardBody>
    </Card>
  );
}

function Fields({ details, countries }: { details: BillingDetailsView; countries: readonly Country[] }) {
  const { t } = useTexts("billing");
  const optional = { isRequired: false };
  const toTextField = (
    name: "company" | "line1" | "line2" | "postal_code" | "city" | "tax_id",
    autoComplete?: string,
  ) => (
    <TextField
      {...optional}
      name={name}
      label={t(`details_form.${name}`)}
      autoComplete={autoComplete}
      defaultValue={details[name]}
    />
  );
  return (
    <ActionForm
      intent="change-details"
      action="#details"
      schema={() => import("~/domain/forms/billing-details").then((forms) => forms.billingDetailsForm)}
    >
      <div className="grid items-start gap-[18px] sm:grid-cols-2">
        {toTextField("company", "organization")}
        <EmailField
          {...optional}
          name="billing_email"
          label={t("details_form.email")}
          hint={t("details_form.email_hint")}
          defaultValue={details.billing_email}
        />
        {toTextField("line1", "address-line1")}
        {toTextField("line2", "address-line2")}
        {toTextField("postal_code", "postal-code")}
        {toTextField("city", "address-level2")}
        <SelectField
          {...optional}
          name="country"
          label={t("details_form.country")}
          defaultValue={details.country}
          options={countries.map(({ code, name }) => ({ value: code, label: name }))}
        />
        <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
          <SelectField
            {...optional}
            name="tax_id_type"
            label={t("details_form.tax_id_type")}
            defaultValue={details.tax_id_type}
            options={TAX_ID_TYPES.map((type) => ({ value: type, label: formatTaxIdType(type) }))}
          />
          {toTextField("tax_id")}
        </div>
      </div>
      <SubmitButton variant="secondary" className="justify-self-start">
        {t("details_form.save")}
      </SubmitButton>
    </ActionForm>
  );
}

/** "EU VAT" for "eu_vat": names that are the same in every language. */
function formatTaxIdType(type: string): string {
  return type.toUpperCase().replaceAll("_", " ");
}
