/** The details on an account's invoices: company, address and tax id, kept by the provider; and the billing email. */
import * as z from "zod";
import { isCountry } from "~/domain/countries";
import { AppError } from "~/domain/errors";
import { billingDetailsForm } from "~/domain/forms/billing-details";
import { BILLING_DETAILS_LIMITS, BILLING_DETAILS_READ_LIMITS } from "~/domain/rate-limits";
import type { BillingDetails } from "~/gateways/payments/payment-types";
import { findSubscription, saveSubscription } from "~/models/subscription.server";
import type { App } from "~/services/platform/app.server";
import { recordAudit } from "~/services/platform/audit/audit.server";
import { defineOperation, requireViewer } from "~/services/platform/operation.server";
import type { Viewer } from "~/services/platform/viewer.server";
import { rememberCustomer } from "../intents/intents.server";

/** "" for what is not known. */
export const detailsShape = z.object({
  company: z.string(),
  line1: z.string(),
  line2: z.string(),
  city: z.string(),
  postal_code: z.string(),
  country: z.string(),
  tax_id_type: z.string(),
  tax_id: z.string(),
  billing_email: z.string(),
});
export type DetailsResponse = z.infer<typeof detailsShape>;

export const getBillingDetails = defineOperation({
  name: "getBillingDetails",
  method: "GET",
  path: "/api/account/billing",
  summary: "Read what the account's invoices say about it, and the email that gets the mails about billing.",
  access: { permission: "owner", state: "planned" },
  input: z.object({}),
  output: detailsShape,
  limits: BILLING_DETAILS_READ_LIMITS,
  run: async (_input, context) => ({ data: await readBillingDetails(context.app, requireViewer(context)) }),
});

export const updateBillingDetails = defineOperation({
  name: "updateBillingDetails",
  method: "PATCH",
  path: "/api/account/billing",
  summary: "Change what the account's invoices say about it. A field that is left out stays as it is.",
  access: { permission: "owner", state: "planned" },
  needsOwnSession: true,
  input: billingDetailsForm,
  output: detailsShape,
  limits: BILLING_DETAILS_LIMITS,
  refusesImpersonator: true,
  async run(given, context) {
    const { app } = context;
    const viewer = requireViewer(context);
    const before = await readBillingDetails(app, viewer);
    if (Object.keys(given).length === 0) return { data: before };
    const details: DetailsResponse = { ...before, ...given };
    requireWholeTaxId(details);
    requireKnownCountry(given.country);
    const { customerId, billingEmail } = await getCustomer(app, viewer);
    const email = details.billing_email || (billingEmail === null ? null : viewer.user.email);
    const company = details.company || toOwnerAsPayer(viewer);
    await app.payments.saveBillingDetails(customerId, { ...toDetails(details), company, email });
    await app.store.transaction(async (store) => {
      const { account } = viewer;
      await saveSubscription(
        store,
        { accountId: account.id },
        { billingEmail: details.billing_email || null },
      );
      await recordAudit(store, context, { action: "billing_details_changed" });
    });
    return { data: details, message: "billing:details.saved" };
  },
});

/** Reads them from the provider; all "" for an account that it does not know. Throws unavailable. */
async function readBillingDetails(
  { payments }: Pick<App, "payments">,
  viewer: Viewer,
): Promise<DetailsResponse> {
  const { subscription } = viewer;
  const customerId = subscription?.customerId ?? null;
  const details = customerId === null ? null : await payments.findBillingDetails(customerId);
  return {
    ...(details ? toResponse(details, viewer) : NO_DETAILS),
    billing_email: subscription?.billingEmail ?? "",
  };
}

const NO_DETAILS = {
  ...{ company: "", line1: "", line2: "", city: "", postal_code: "", country: "" },
  ...{ tax_id_type: "", tax_id: "" },
};

/** The owner's name, as which an account without another name pays (`toPayerName`); "" for one that has its own. */
function toOwnerAsPayer({ account, user }: Viewer): string {
  return account.unnamedSince === null && account.name !== user.name ? "" : user.name;
}

/** The owner's name, under which the provider keeps an unnamed account, is no company. */
function toResponse({ company, address, taxId }: BillingDetails, viewer: Viewer): typeof NO_DETAILS {
  const { postalCode, ...rest } = address;
  return {
    company: company === toOwnerAsPayer(viewer) ? "" : company,
    ...rest,
    postal_code: postalCode,
    tax_id_type: taxId?.type ?? "",
    tax_id: taxId?.value ?? "",
  };
}

/** Creates the account's customer when the provider does not have one yet. */
async function getCustomer({ store, payments }: App, { account }: Viewer) {
  const row = await findSubscription(store, { accountId: account.id });
  const known = row?.customerId ?? null;
  const customerId = await payments.ensureCustomer({ accountId: account.id, customerId: known });
  if (customerId !== known) await rememberCustomer(store, account.id, customerId);
  return { customerId, billingEmail: row?.billingEmail ?? null };
}

function requireWholeTaxId({ tax_id: value, tax_id_type: type }: DetailsResponse): void {
  if ((value === "") === (type === "")) return;
  const [field, message] =
    type === ""
      ? (["tax_id_type", "billing:details.tax_id_type_required"] as const)
      : (["tax_id", "billing:details.tax_id_required"] as const);
  throw new AppError("invalid", message, { inputError: field, errors: { [field]: [message] } });
}

function requireKnownCountry(country = ""): void {
  if (country === "" || isCountry(country)) return;
  const message = "billing:details.country_unknown";
  throw new AppError("invalid", message, { inputError: "country", errors: { country: [message] } });
}

function toDetails(details: DetailsResponse): Omit<BillingDetails, "email"> {
  const { company, line1, line2, city, country, postal_code: postalCode } = details;
  const { tax_id_type: type, tax_id: value } = details;
  return {
    company,
    address: { line1, line2, city, postalCode, country },
    taxId: value === "" ? null : { type, value },
  };
}
