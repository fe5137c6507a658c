/** The input of billing details: what invoices say about an account. */
import { NAME_MAX_LENGTH } from "../limits";
import { toMessage } from "../messages";
import { TAX_ID_TYPES } from "../tax-ids";
import { clearableChoice, clearableEmail, clearableText, createFormSchema, optional } from "./rules";

/** Characters of an address line, a postal code and a tax id on invoices. */
const BILLING_FIELD_MAX_LENGTH = 200;
const POSTAL_CODE_MAX_LENGTH = 20;
const TAX_ID_MAX_LENGTH = 50;

/** Every field may be missing, and stays as it is then. "" empties it. */
export const billingDetailsForm = createFormSchema({
  company: optional(clearableText({ max: NAME_MAX_LENGTH })),
  line1: optional(clearableText({ max: BILLING_FIELD_MAX_LENGTH })),
  line2: optional(clearableText({ max: BILLING_FIELD_MAX_LENGTH })),
  city: optional(clearableText({ max: NAME_MAX_LENGTH })),
  postal_code: optional(clearableText({ max: POSTAL_CODE_MAX_LENGTH })),
  country: optional(clearableChoice(/^[A-Z]{2}$/, toMessage("billing:details.country_unknown"))),
  tax_id_type: optional(
    clearableChoice(
      new RegExp(`^(?:${TAX_ID_TYPES.join("|")})$`),
      toMessage("billing:details.tax_id_type_unknown"),
    ),
  ),
  tax_id: optional(clearableText({ max: TAX_ID_MAX_LENGTH })),
  billing_email: optional(clearableEmail()),
});
