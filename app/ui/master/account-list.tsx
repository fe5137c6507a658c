/** The list of all accounts, with its search and filters. */
import { useMemo } from "react";
import { ACCOUNT_FILTERS } from "~/domain/mission-control";
import { paths } from "~/domain/paths";
import { ServerTable } from "../table/server-table";
import type { TableColumn } from "../table/table-data";
import { useTexts } from "../use-texts";
import { formatCalls, toPlanOptions, toStatusBadge, type PlanName } from "./account-texts";
import { MasterLayout } from "./master-layout";

export interface ListedAccount {
  id: string;
  name: string;
  owner: { id: string; name: string; email: string } | null;
  plan: string | null;
  status: string | null;
  members: number;
  seats: number | null;
  calls: number;
  call_limit: number | null;
  last_used: string | null;
  has_payments: boolean;
  date_created: string;
}

interface AccountListProps {
  accounts: ListedAccount[];
  /** All plans, on offer or not. */
  plans: PlanName[];
  search: string;
  /** One of ACCOUNT_FILTERS; "" lists all. */
  status: string;
  /** A plan's id; "" lists all. */
  plan: string;
  next: string | null;
  previous: string | null;
}

export function AccountList({ accounts, plans, ...server }: AccountListProps) {
  const { t } = useTexts("master");
  const columns = useColumns();
  return (
    <MasterLayout hint={t("accounts.hint")}>
      <ServerTable
        title={t("accounts.title")}
        rows={accounts}
        columns={columns}
        rowActions={[
          { id: "open", label: t("people.open"), href: ({ id }) => paths.masterAccountWith(id) },
          {
            id: "billing",
            label: t("accounts.billing"),
            href: ({ id }) => paths.masterBillingForAccount(id),
            condition: { has_payments: true },
          },
        ]}
        hasSearch
        filters={[
          {
            name: "status",
            label: t("accounts.status"),
            allLabel: t("accounts.all_statuses"),
            options: ACCOUNT_FILTERS.map((value) => ({ value, label: t(`accounts.only.${value}`) })),
          },
          {
            name: "plan",
            label: t("accounts.plan"),
            allLabel: t("accounts.all_plans"),
            options: toPlanOptions(plans, t),
          },
        ]}
        server={server}
      />
    </MasterLayout>
  );
}

function useColumns(): TableColumn<ListedAccount>[] {
  const { t, locale } = useTexts("master");
  return useMemo(
    () => [
      {
        id: "name",
        header: t("accounts.name"),
        cell: ({ id, name, owner }) => ({
          kind: "who",
          name,
          detail: owner ? `${owner.name}, ${owner.email}` : t("accounts.no_owner"),
          url: paths.masterAccountWith(id),
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
        cell: ({ status }) => {
          const badge = toStatusBadge(status, t);
          return badge && { kind: "badge", ...badge };
        },
      },
      { id: "seats", header: t("accounts.seats"), isMinor: true, isNumber: true, cell: ({ seats }) => seats },
      {
        id: "calls",
        header: t("accounts.calls"),
        isMinor: true,
        isNumber: true,
        cell: (row) => formatCalls(row, locale),
      },
      { id: "last", header: t("accounts.last_used"), isMinor: true, cell: ({ last_used }) => last_used },
    ],
    [t, locale],
  );
}
