/** The members of an account and its invitations, in one table. */
import { useMemo } from "react";
import { MEMBERS_EXPORTED_MAX } from "~/domain/limits";
import { formatDate } from "~/domain/dates";
import { MEMBER_STATUSES, type MemberStatus } from "~/domain/members";
import type { TranslateFile } from "~/domain/message-keys";
import { paths } from "~/domain/paths";
import { ROLES, type Role } from "~/domain/roles";
import { useSent } from "../form/post-form";
import type { Tone } from "../kit/badge";
import { Button, getButtonClass } from "../kit/button";
import { Icon } from "../kit/icon";
import type { ListFilter } from "../table/list-filters";
import { SelectableTable } from "../table/selectable-table";
import type { ServerPages } from "../table/server-pages";
import type { TableColumn } from "../table/table-data";
import { useTexts, type ComponentTexts } from "../use-texts";
import { useMemberActions, type ManagedRow, type MemberActionsOptions } from "./member-actions";
import { useSeveralActions } from "./several-actions";

interface ListedMember {
  id: string;
  name: string;
  email: string;
  avatar: string | null;
  verified: boolean;
  /** ISO 8601. */
  last_login: string | null;
  /** ISO 8601. When they joined. */
  date_created: string;
  permission: Role;
  "2fa_enabled": boolean;
}

interface ListedInvite {
  id: string;
  email: string;
  permission: Role;
  expired: boolean;
}

export type ListedRow = { kind: "member"; row: ListedMember } | { kind: "invite"; row: ListedInvite };

interface MembersTableProps extends MemberActionsOptions {
  rows: readonly ListedRow[];
  /** The row of this user has no actions: users cannot change their own role. */
  viewerId: string;
  /** The order, the filters, the search, and the previous and next page. */
  pages: ServerPages;
}

interface Row extends ManagedRow {
  avatar: string | null;
  status: MemberStatus;
  lastLogin: string | null;
  hasTwoFactor: boolean;
  /** When they joined; null for an invitation. */
  since: string | null;
}

/** Without scripts the checkboxes belong to this form, which leads to a page with the actions. */
const SELECTION_FORM = "selected-users";

/** The server sorts, filters, searches and pages the rows, because an account may have very many. */
export function MembersTable({ rows: listed, viewerId, pages, ...options }: MembersTableProps) {
  const texts = useTexts("team");
  const { t } = texts;
  const columns = useMemo(() => createColumns(texts), [texts]);
  const rows = useShownRows(useMemo(() => listed.map((row) => toRow(row, viewerId)), [listed, viewerId]));
  const { actions, dialog } = useMemberActions(options);
  const several = useSeveralActions(options);
  return (
    <>
      <SelectableTable<Row>
        title={t("users.table")}
        rows={rows}
        columns={columns}
        rowActions={actions}
        globalActions={several.actions}
        selectionForm={SELECTION_FORM}
        hasSearch
        filters={createFilters(t)}
        tools={<Tools pages={pages} />}
        server={pages}
      />
      {dialog}
      {several.dialog}
    </>
  );
}

/** The rows as they will be when the server has done what was sent to it. */
function useShownRows(rows: Row[]): Row[] {
  const ended = [...useSent("remove-user"), ...useSent("revoke-invite")].map((sent) => sent.get("id"));
  const roles = new Map(useSent("change-role").map((sent) => [sent.get("id"), sent.get("permission")]));
  // The same rows: what is computed of them is kept.
  if (ended.length === 0 && roles.size === 0) return rows;
  return rows
    .filter(({ id }) => !ended.includes(id))
    .map((row) => {
      const permission = ROLES.find((role) => role === roles.get(row.id));
      return permission ? { ...row, permission } : row;
    });
}

function Tools({ pages }: { pages: ServerPages }) {
  const { t } = useTexts("team");
  const { search, status, permission, sort, direction } = pages;
  const chosen = { search, status, permission, sort, direction };
  const query = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value)) as Record<
    string,
    string
  >;
  const button = getButtonClass({ size: "sm" });
  return (
    <>
      {search || status || permission ? (
        // Loads the document, because the fields of the search keep what was typed into them.
        <a href={paths.users} className={getButtonClass({ size: "sm", variant: "quiet" })}>
          {t("users.clear")}
        </a>
      ) : null}
      <a
        href={paths.exportUsersWith(query)}
        download
        title={t("users.export_hint", { max: MEMBERS_EXPORTED_MAX })}
        className={button}
      >
        <Icon name="download" />
        {t("users.export")}
      </a>
      <form id={SELECTION_FORM} action={paths.selectedUsers} className="hidden noscript:block">
        <Button type="submit" size="sm">
          {t("users.selected_actions")}
        </Button>
      </form>
    </>
  );
}

function createFilters(t: TranslateFile<"team">): ListFilter[] {
  return [
    {
      name: "status",
      label: t("users.status"),
      allLabel: t("users.any_status"),
      options: MEMBER_STATUSES.map((value) => ({ value, label: t(`status.${value}`) })),
    },
    {
      name: "permission",
      label: t("role_label"),
      allLabel: t("users.any_role"),
      options: ROLES.map((value) => ({ value, label: t(`role.${value}`) })),
    },
  ];
}

const TONES: Record<MemberStatus, Tone> = {
  verified: "good",
  registered: "neutral",
  invited: "warn",
  expired: "bad",
};

/** Their ids are the orders of the API. */
function createColumns({ t, locale }: ComponentTexts<"team">): TableColumn<Row>[] {
  const sortable: TableColumn<Row>[] = [
    {
      id: "name",
      header: t("users.name"),
      cell: ({ name, email, avatar, permission }) => ({
        kind: "who",
        name,
        detail: email,
        note: t(`role.${permission}`),
        avatar,
      }),
    },
    {
      id: "permission",
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
      id: "2fa_enabled",
      header: t("users.two_factor"),
      isMinor: true,
      cell: ({ hasTwoFactor }) => (hasTwoFactor ? t("users.two_factor_on") : null),
    },
    {
      id: "date_created",
      header: t("users.joined"),
      isMinor: true,
      cell: ({ since }) => since && { kind: "day", label: formatDate(since, locale) },
    },
  ];
  return sortable.map((column) => ({ ...column, isSortable: true }));
}

function toRow({ kind, row }: ListedRow, viewerId: string): Row {
  return kind === "member" ? toMemberRow(row, viewerId) : toInviteRow(row);
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
    since: user.date_created,
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
    since: null,
  };
}
