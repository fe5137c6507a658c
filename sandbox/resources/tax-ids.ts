/** Tax ids of a customer, which its invoices show. Only their form is checked. */
import { defineEndpoint, type Endpoint } from "../http/endpoint";
import { createInvalidRequestError, createNotFoundError } from "../http/errors";
import { paginate } from "../http/list";
import { defineParams, listParams, text } from "../http/params";
import { find, insert, listObjects, queueWebhook, type Ledger } from "../ledger";
import { getId, type TaxId } from "../objects";
import { createId, ID_PREFIXES } from "../state/ids";
import { getExistingCustomer } from "./customers";

const MOST_PER_CUSTOMER = 5;

/** The forms of frequent types, after https://docs.stripe.com/billing/customer/tax-ids. */
const FORMS: Readonly<Record<string, RegExp>> = {
  au_abn: /^\d{11}$/,
  br_cnpj: /^\d{2}\.?\d{3}\.?\d{3}\/?\d{4}-?\d{2}$/,
  ca_bn: /^\d{9}$/,
  ch_vat: /^CHE-?\d{3}\.?\d{3}\.?\d{3} ?(MWST|TVA|IVA)$/,
  es_cif: /^[A-Z]\d{7}[A-Z0-9]$/,
  eu_vat:
    /^(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)[A-Z0-9+*]{2,12}$/,
  gb_vat: /^(GB|XI)(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
  in_gst: /^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z0-9]{3}$/,
  jp_cn: /^\d{13}$/,
  mx_rfc: /^[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}$/,
  no_vat: /^\d{9}MVA$/,
  us_ein: /^\d{2}-?\d{7}$/,
};
const ANY_FORM = /^[\p{L}\d][\p{L}\d ./*+-]{1,39}$/u;
const TYPE = /^[a-z]{2}(_[a-z]+)+$/;

export const taxIdEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    method: "POST",
    path: "/v1/customers/:id/tax_ids",
    params: defineParams({ type: text.regex(TYPE), value: text }),
    run: ({ ledger, id, params: given }) => createTaxId(ledger, getExistingCustomer(ledger, id).id, given),
  }),
  defineEndpoint({
    method: "GET",
    path: "/v1/customers/:id/tax_ids",
    params: listParams({}),
    run: ({ ledger, id, params: cursor }) => {
      const rows = listTaxIds(ledger, getExistingCustomer(ledger, id).id);
      return paginate(rows, { url: `/v1/customers/${id}/tax_ids`, cursor });
    },
  }),
  defineEndpoint({
    method: "GET",
    path: "/v1/customers/:id/tax_ids/:part",
    params: defineParams({}),
    run: ({ ledger, id, part }) => getTaxId(ledger, { customerId: id, id: part }),
  }),
  defineEndpoint({
    method: "DELETE",
    path: "/v1/customers/:id/tax_ids/:part",
    params: defineParams({}),
    run: ({ ledger, id, part }) => {
      const row = getTaxId(ledger, { customerId: id, id: part });
      Reflect.deleteProperty(ledger.state.tables.tax_id, row.id);
      queueWebhook(ledger, "customer.tax_id.deleted", { object: row });
      return { id: row.id, object: "tax_id", deleted: true };
    },
  }),
];

/** Lists the tax ids of a customer, oldest first. */
export function listTaxIds(ledger: Ledger, customerId: string): TaxId[] {
  return listObjects(ledger, "tax_id").filter((row) => getId(row.customer) === customerId);
}

function getTaxId(ledger: Ledger, { customerId, id }: { customerId: string; id: string }): TaxId {
  const row = find(ledger, "tax_id", id);
  if (!row || getId(row.customer) !== customerId) throw createNotFoundError("tax_id", id);
  return row;
}

function createTaxId(ledger: Ledger, customer: string, given: { type: string; value: string }): TaxId {
  const value = given.value.trim().toUpperCase();
  if (!(FORMS[given.type] ?? ANY_FORM).test(value)) {
    throw createInvalidRequestError(`Invalid value for ${given.type}.`, {
      code: "tax_id_invalid",
      param: "value",
    });
  }
  if (listTaxIds(ledger, customer).length >= MOST_PER_CUSTOMER) {
    throw createInvalidRequestError(`A customer can have at most ${MOST_PER_CUSTOMER} tax IDs.`);
  }
  const row: TaxId = {
    id: createId(ID_PREFIXES.tax_id),
    object: "tax_id",
    country: findCountry(given.type, value),
    created: ledger.now(),
    customer,
    customer_account: null,
    livemode: false,
    owner: { customer, customer_account: null, type: "customer" },
    type: given.type,
    value,
    verification: { status: "unavailable", verified_address: null, verified_name: null },
  };
  insert(ledger, "tax_id", row);
  queueWebhook(ledger, "customer.tax_id.created", { object: row });
  return row;
}

/** The type names the country, except in the European Union, where the value does. Greece's own prefix is EL. */
function findCountry(type: string, value: string): string | null {
  const code = (type.startsWith("eu_") ? value : type).slice(0, 2).toUpperCase();
  if (!/^[A-Z]{2}$/.test(code) || code === "EU") return null;
  return code === "EL" ? "GR" : code;
}
