/** /dev/billing: the payment sandbox's customers and events, and the buttons that move its clock and disturb it. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import {
  controlWebhooks,
  jumpSandboxClock,
  readDevBilling,
  requirePaymentSandbox,
  setNextPayment,
} from "~/services/billing/dev-billing.server";
import { BillingControls } from "~/ui/dev-billing/billing-controls";
import { keepPage } from "~/ui/form/keep-page";
import type { PageHandle } from "~/ui/layout/use-page";

export const handle: PageHandle = { title: "common:title.payment_sandbox", texts: ["dev"] };

export const loader = (args: LoaderFunctionArgs) => handleLoader(args, "/dev/billing", readDevBilling);

export const action = async (args: ActionFunctionArgs) => {
  // Each operation checks it as well, but an unknown form must not tell other machines that there is a page.
  await handleLoader(args, "/dev/billing", requirePaymentSandbox);
  return handleAction(args, "/dev/billing", {
    clock: { operation: jumpSandboxClock },
    next_payment: { operation: setNextPayment },
    webhooks: { operation: controlWebhooks },
  });
};

export const clientAction = keepPage;
export { shouldRevalidate } from "~/ui/form/keep-page";

export default function PaymentSandbox() {
  return <BillingControls {...useLoaderData<typeof loader>()} />;
}
