/** /master/accounts/billing: a master refunds a payment of an account, or credits it. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { v7 as uuid } from "uuid";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { readReauthentication } from "~/services/identity/reauthentication.server";
import { creditAccount } from "~/services/master/credits.server";
import { readAccountBilling, refundPayment } from "~/services/master/refunds.server";
import type { PageHandle } from "~/ui/use-page";
import { AccountBilling } from "~/ui/master/account-billing";

export const handle: PageHandle = { title: "common:title.master_billing", texts: ["master"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.masterAccountBilling, async ({ app, viewer, url, locale }) => ({
    ...(await readAccountBilling(app, { accountId: url.searchParams.get("id") ?? "", locale })),
    requests: { refund: uuid(), credit: uuid() },
    reauthentication: await readReauthentication(app.store, viewer),
  }));

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.masterAccountBilling, {
    refund: { operation: refundPayment },
    credit: { operation: creditAccount },
  });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function AccountBillingPage() {
  return <AccountBilling {...useLoaderData<typeof loader>()} />;
}
