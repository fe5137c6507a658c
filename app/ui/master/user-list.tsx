/** The list of all users, with its search, filter and orders. */
import { useMemo } from "react";
import type { SortDirection } from "~/domain/paging";
import { MASTER_USER_FILTERS, type MasterUserSort } from "~/domain/mission-control";
import { paths } from "~/domain/paths";
import { ServerTable } from "../table/server-table";
import type { TableColumn } from "../table/table-data";
import { useTexts } from "../use-texts";
import { MasterLayout } from "./master-layout";

interface ListedUser {
  id: string;
  name: string;
  email: string;
  verified: boolean;
  master: boolean;
  accounts: number;
  support_until: string | null;
  last_login: string | null;
  date_created: string;
}

interface UserListProps {
  users: ListedUser[];
  search: string;
  /** One of MASTER_USER_FILTERS; "" lists all. */
  status: string;
  /** "" is newest first. */
  sort: MasterUserSort | "";
  direction: SortDirection;
  next: string | null;
  previous: string | null;
}

export function UserList({ users, search, status, sort, direction, next, previous }: UserListProps) {
  const { t } = useTexts("master");
  const isWhole = search === "" && status === "";
  const columns = useColumns(isWhole);
  return (
    <MasterLayout hint={t("people.hint")}>
      <ServerTable
        title={t("people.title")}
        rows={users}
        columns={columns}
        rowActions={[
          { id: "open", label: t("people.open"), href: ({ id }) => paths.masterPersonWith(id) },
          {
            id: "as",
            label: t("people.sign_in_as"),
            href: ({ id }) => paths.masterSignInAsUser(id),
            condition: (user) => user.support_until !== null,
          },
        ]}
        hasSearch
        filters={[
          {
            name: "status",
            label: t("people.filter"),
            allLabel: t("people.all"),
            options: MASTER_USER_FILTERS.map((value) => ({ value, label: t(`people.only.${value}`) })),
          },
        ]}
        server={{ search, status, ...(isWhole && sort && { sort, direction }), next, previous }}
      />
    </MasterLayout>
  );
}

/** A search and a filter have an order of their own, which an index holds. */
function useColumns(
  isSortable: boolean,
): (TableColumn<ListedUser> & { id: MasterUserSort | `_${string}` })[] {
  const { t } = useTexts("master");
  return useMemo(
    () => [
      {
        id: "name",
        header: t("people.name"),
        isSortable,
        cell: ({ id, name, email, verified, master }) => ({
          kind: "who",
          name,
          detail: email,
          note: t(toStatusKey({ verified, master })),
          url: paths.masterPersonWith(id),
        }),
      },
      {
        id: "_verified",
        header: t("people.verified"),
        isMinor: true,
        cell: ({ verified, master }) => ({
          kind: "badge",
          label: t(toStatusKey({ verified, master })),
          tone: verified ? "good" : "warn",
        }),
      },
      { id: "_accounts", header: t("people.accounts"), isMinor: true, cell: ({ accounts }) => accounts },
      { id: "_support", header: t("people.support"), isMinor: true, cell: (row) => row.support_until },
      {
        id: "last_login",
        header: t("people.last"),
        isSortable,
        isMinor: true,
        cell: (row) => row.last_login,
      },
      {
        id: "created",
        header: t("people.created"),
        isSortable,
        isMinor: true,
        cell: (row) => row.date_created,
      },
    ],
    [t, isSortable],
  );
}

function toStatusKey({ verified, master }: Pick<ListedUser, "verified" | "master">) {
  if (master) return "people.is_master" as const;
  return verified ? ("people.is_verified" as const) : ("people.not_verified" as const);
}
