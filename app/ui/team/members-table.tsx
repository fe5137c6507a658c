/** The members of an account and its invitations, in one table. */
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Role } from "~/domain/roles";
import type { Tone } from "../kit/badge";
import { ServerTable } from "../table/server-table";
import type { ServerPages } from "../table/server-pages";
import type { TableColumn } from "../table/table-data";
import { useMemberActions, type ManagedRow, type MemberActionsOptions } from "./member-actions";

export interface ListedMember {
  id: string;
  name: string;
  email: string;
  avatar: string | null;
  verified: boolean;
  /** ISO 8601. */
  last_login: string | null;
  permission: Role;
  "2fa_enabled": boolean;
}

export interface ListedInvite {
  id: string;
  email: string;
  /** ISO 8601. */
  date_sent: string;
  permission: Role;
  expired: boolean;
}

export interface MembersTableProps extends MemberActionsOptions {
  users: readonly ListedMember[];
  invites: readonly ListedInvite[];
  /** The row of this user has no actions: users cannot change their own role. */
  viewerId: string;
  /** The search, and the previous and next page. */
  pages: ServerPages;
}

type Status = "invited" | "expired" | "registered" | "verified";

interface Row extends ManagedRow {
  avatar: string | null;
  status: Status;
  lastLogin: string | null;
  hasTwoFactor: boolean;
}

/** The server searches and pages the rows, because an account may have very many. */
export function MembersTable({ users, invites, viewerId, pages, ...options }: MembersTableProps) {
  const { t } = useTranslation("team");
  const columns = useMemo(() => createColumns(t), [t]);
  const rows = useMemo(
    () => [...users.map((user) => toMemberRow(user, viewerId)), ...invites.map(toInviteRow)],
    [users, invites, viewerId],
  );
  const { actions, dialog } = useMemberActions(options);
  return (
    <>
      <ServerTable
        title={t("users.table")}
        rows={rows}
        columns={columns}
        rowActions={actions}
        hasSearch
        server={pages}
      />
      {dialog}
    </>
  );
}

const TONES: Record<Status, Tone> = {
  verified: "good",
  registered: "neutral",
  invited: "warn",
  expired: "bad",
};

function createColumns(t: TFunction<"team">): TableColumn<Row>[] {
  return [
    {
      id: "name",
      header: t("users.name"),
      cell: ({ name, email, avatar }) => ({ kind: "who", name, detail: email, avatar }),
    },
    {
      id: "role",
      header: t("role_label"),
      isMinor: true,
      cell: ({ permission }) => t(`role.${permission}`),
    },
    {
      id: "status",
      header: t("users.status"),
      cell: ({ status }) => ({ kind: "badge", label: t(`status.${status}`), tone: TONES[status] }),
    },
    {
      id: "last_login",
      header: t("users.last_login"),
      isMinor: true,
      cell: ({ lastLogin }) => lastLogin,
    },
    {
      id: "two_factor",
      header: t("users.two_factor"),
      isMinor: true,
      cell: ({ hasTwoFactor }) => (hasTwoFactor ? t("users.two_factor_on") : null),
    },
  ];
}

function toMemberRow(user: ListedMember, viewerId: string): Row {
  const isFixed = user.permission === "owner" || user.id === viewerId;
  return {
    kind: "member",
    id: user.id,
    name: user.name,
    email: user.email,
    avatar: user.avatar,
    permission: user.permission,
    status: user.verified ? "verified" : "registered",
    lastLogin: user.last_login,
    hasTwoFactor: user["2fa_enabled"],
    ...(isFixed && { actions: [] }),
  };
}

function toInviteRow({ id, email, permission, expired }: ListedInvite): Row {
  return {
    kind: "invite",
    id,
    name: email.split("@")[0] ?? email,
    email,
    avatar: null,
    permission,
    status: expired ? "expired" : "invited",
    lastLogin: null,
    hasTwoFactor: false,
  };
}
