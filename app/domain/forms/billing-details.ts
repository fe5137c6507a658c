/** The input of billing details: what invoices say about an account. */
import { NAME_MAX_LENGTH } from "../limits";
import { toMessage } from "../messages";
import { clearableChoice, clearableEmail, clearableText, createFormSchema, optional } from "./rules";

/** Characters of an address line, a postal code and a tax id on invoices. */
const BILLING_FIELD_MAX_LENGTH = 200;
const POSTAL_CODE_MAX_LENGTH = 20;
const TAX_ID_MAX_LENGTH = 50;

/** The kinds of tax id that the form offers, by the payment provider's names. */
export const TAX_ID_TYPES = [
  "eu_vat",
  "gb_vat",
  "ch_vat",
  "no_vat",
  "es_cif",
  "us_ein",
  "ca_bn",
  "ca_gst_hst",
  "au_abn",
  "nz_gst",
  "in_gst",
  "jp_cn",
  "sg_gst",
  "br_cnpj",
  "mx_rfc",
  "ar_cuit",
  "cl_tin",
  "co_nit",
] as const;

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
