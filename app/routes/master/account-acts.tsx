/** /master/accounts/acts: a master extends the trial of an account, gives it a plan, or closes it. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { toIsoDay } from "~/domain/dates";
import { paths } from "~/domain/paths";
import { handleAction, toSamePage } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { readReauthentication } from "~/services/identity/reauthentication.server";
import {
  closeCustomer,
  compPlan,
  extendCustomerTrial,
  readAccountActs,
} from "~/services/master/account-acts.server";
import type { PageHandle } from "~/ui/use-page";
import { AccountActs } from "~/ui/master/account-acts";

export const handle: PageHandle = { title: "common:title.master_acts", texts: ["master"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.masterAccountActs, async ({ app, viewer, url, locale }) => ({
    ...(await readAccountActs(app.store, { accountId: url.searchParams.get("id") ?? "", locale })),
    reauthentication: await readReauthentication(app.store, viewer),
    today: toIsoDay(new Date()),
  }));

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.masterAccountActs, {
    extend: {
      operation: extendCustomerTrial,
      redirectTo: (_data, _context, { id }) => paths.masterAccountWith(String(id)),
    },
    comp: {
      operation: compPlan,
      // With a subscription, which another page may have started, the page has no such form.
      failTo: (context, { code }) =>
        code === "conflict" ? toSamePage(paths.masterAccountActs)(context) : undefined,
      redirectTo: (_data, _context, { id }) => paths.masterAccountWith(String(id)),
    },
    close: { operation: closeCustomer, redirectTo: () => paths.masterAccounts },
  });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function AccountActsPage() {
  return <AccountActs {...useLoaderData<typeof loader>()} />;
}
