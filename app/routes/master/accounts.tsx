/** /master/accounts: every account, for masters. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useMemo } from "react";
import type { Texts } from "~/domain/message-keys";
import { parseSearchPosition } from "~/domain/paging";
import { paths } from "~/domain/paths";
import { handleLoader } from "~/http/loader.server";
import { readCustomers } from "~/services/support/mission-control.server";
import type { FoundAccount } from "~/services/support/account-list.server";
import { MasterLayout } from "~/ui/master/master-layout";
import type { PageHandle } from "~/ui/layout/use-page";
import { ServerTable } from "~/ui/table/server-table";
import type { TableColumn } from "~/ui/table/table-data";
import { useTexts } from "~/ui/use-texts";

export const handle: PageHandle = { title: "common:title.master", texts: ["master", "data"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, "/master/accounts", async ({ app, url: { searchParams } }) => {
    const at = parseSearchPosition(searchParams);
    return { ...(await readCustomers(app.store, at)), search: at.search };
  });

export { shouldRevalidate } from "~/ui/form/keep-page";

export default function Accounts() {
  const { accounts, search, next, previous } = useLoaderData<typeof loader>();
  const { t } = useTexts("master");
  const columns = useAccountColumns();
  return (
    <MasterLayout hint={t("accounts.hint")}>
      <ServerTable
        title={t("accounts.title")}
        rows={accounts}
        columns={columns}
        rowActions={[
          {
            id: "billing",
            label: t("accounts.billing"),
            href: ({ id }) => paths.masterBillingForAccount(id),
            condition: { has_payments: true },
          },
        ]}
        hasSearch
        server={{ search, next, previous }}
      />
    </MasterLayout>
  );
}

function useAccountColumns(): TableColumn<FoundAccount>[] {
  const { t } = useTexts("master");
  return useMemo(
    () => [
      {
        id: "name",
        header: t("accounts.name"),
        cell: ({ name, owner }) => ({
          kind: "who",
          name,
          detail: owner ? `${owner.name}, ${owner.email}` : t("accounts.no_owner"),
        }),
      },
      {
        id: "plan",
        header: t("accounts.plan"),
        cell: ({ plan }) => ({ kind: "badge", label: plan ?? t("accounts.no_plan") }),
      },
      {
        id: "status",
        header: t("accounts.status"),
        isMinor: true,
        cell: ({ status }) =>
          status && {
            kind: "badge",
            label: t(`accounts.state.${status as keyof Texts["master"]["accounts"]["state"]}`),
            tone: status === "active" || status === "trialing" ? "good" : "bad",
          },
      },
      { id: "members", header: t("accounts.members"), isMinor: true, cell: ({ members }) => members },
      { id: "created", header: t("accounts.created"), isMinor: true, cell: (row) => row.date_created },
    ],
    [t],
  );
}
