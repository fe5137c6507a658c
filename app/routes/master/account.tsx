/** /master/accounts/details: an account, and the way to what a master may do with it. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { parsePagePosition } from "~/domain/paging";
import { paths } from "~/domain/paths";
import { handleLoader } from "~/http/loader.server";
import { readCustomer } from "~/services/master/customer.server";
import type { PageHandle } from "~/ui/use-page";
import { AccountDetails } from "~/ui/master/account-details";

export const handle: PageHandle = {
  title: "common:title.master_account",
  texts: ["master", "data", "team", "activity"],
};

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.masterAccount, ({ app, locale, url: { searchParams: query } }) =>
    readCustomer(app, query.get("id") ?? "", { ...parsePagePosition(query), locale }),
  );

export { shouldRevalidate } from "~/ui/form/keep-page";

export default function AccountPage() {
  return <AccountDetails {...useLoaderData<typeof loader>()} />;
}
