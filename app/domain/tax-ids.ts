/** Tax ids of customers. Apart from the rules of their form, so that the page loads none. */

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
