/** /dev/billing: the payment sandbox's customers and events, and the buttons that move its clock and disturb it. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import {
  controlDisputes,
  controlWebhooks,
  jumpSandboxClock,
  readDevBilling,
  requirePaymentSandbox,
  setNextPayment,
} from "~/services/billing/orders/dev-billing.server";
import { BillingControls } from "~/ui/dev-billing/billing-controls";
import type { PageHandle } from "~/ui/use-page";

export const handle: PageHandle = { title: "common:title.payment_sandbox", texts: ["dev"] };

export const loader = (args: LoaderFunctionArgs) => handleLoader(args, paths.devBilling, readDevBilling);

export const action = async (args: ActionFunctionArgs) => {
  // Each operation checks it as well, but an unknown form must not tell other machines that there is a page.
  await handleLoader(args, paths.devBilling, requirePaymentSandbox);
  return handleAction(args, paths.devBilling, {
    clock: { operation: jumpSandboxClock },
    next_payment: { operation: setNextPayment },
    disputes: { operation: controlDisputes },
    webhooks: { operation: controlWebhooks },
  });
};

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function PaymentSandbox() {
  return <BillingControls {...useLoaderData<typeof loader>()} />;
}
