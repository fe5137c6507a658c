/** /master/accounts: every account, for masters. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ACCOUNT_FILTERS } from "~/domain/mission-control";
import { findOption, parseSearchPosition } from "~/domain/paging";
import { paths } from "~/domain/paths";
import { handleLoader } from "~/http/loader.server";
import { listPlanNames, readCustomers } from "~/services/master/account-list.server";
import type { PageHandle } from "~/ui/use-page";
import { AccountList } from "~/ui/master/account-list";

export const handle: PageHandle = { title: "common:title.master_accounts", texts: ["master", "data"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.masterAccounts, async ({ app, locale, url: { searchParams: query } }) => {
    const at = parseSearchPosition(query);
    const plans = await listPlanNames(app.store);
    const status = findOption(ACCOUNT_FILTERS, query.get("status")) ?? "";
    const plan = plans.find(({ id }) => id === query.get("plan"))?.id ?? "";
    const found = await readCustomers(app, { ...at, status, plan }, locale);
    return { ...found, plans, search: at.search, status, plan };
  });

export { shouldRevalidate } from "~/ui/form/keep-page";

export default function Accounts() {
  return <AccountList {...useLoaderData<typeof loader>()} />;
}
