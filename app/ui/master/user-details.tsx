/** A user in mission control: who they are, their accounts, sessions and sign-ins, and what a master may do. */
import { useMemo } from "react";
import { paths } from "~/domain/paths";
import type { Role } from "~/domain/roles";
import { ButtonLink } from "../kit/button";
import { Card, CardBody } from "../kit/card";
import { Breadcrumbs, PageHeader } from "../layout/page-header";
import { Time } from "../kit/time";
import type { ReauthenticationFieldProps } from "../form/reauthentication-field";
import { ServerTable } from "../table/server-table";
import type { TableColumn } from "../table/table-data";
import { useTexts } from "../use-texts";
import { Facts } from "./facts";
import { UserActs } from "./user-acts";

interface Place {
  agent: string;
  address: string;
  date: string;
}

interface UserDetailsProps {
  user: {
    id: string;
    name: string;
    email: string;
    verified: boolean;
    master: boolean;
    support_until: string | null;
    last_login: string | null;
    date_created: string;
  };
  accounts: { id: string; name: string; permission: Role }[];
  sessions: Place[];
  sign_ins: Place[];
  reauthentication: ReauthenticationFieldProps;
}

export function UserDetails(props: UserDetailsProps) {
  const { user, accounts, sessions, sign_ins: signIns } = props;
  const { t } = useTexts("master");
  return (
    <>
      <Header user={user} />
      <div className="grid grid-cols-1 gap-4">
        <Card>
          <CardBody isAlone>
            <UserFacts {...user} />
          </CardBody>
        </Card>
        <Accounts accounts={accounts} />
        <Places title={t("person.sessions")} places={sessions} emptyText={t("person.no_sessions")} />
        <Places title={t("person.sign_ins")} places={signIns} emptyText={t("person.no_sign_ins")} />
        <UserActs {...props} />
      </div>
    </>
  );
}

function Header({ user }: Pick<UserDetailsProps, "user">) {
  const { t } = useTexts("master");
  const crumbs = [
    { label: t("title"), link: paths.master },
    { label: t("tabs.people"), link: paths.masterPeople },
    { label: user.name },
  ];
  return (
    <PageHeader
      title={user.name}
      description={user.email}
      above={<Breadcrumbs crumbs={crumbs} />}
      actions={
        <>
          <ButtonLink to={paths.masterAuditWith({ actor: user.id })} size="sm">
            {t("person.audit")}
          </ButtonLink>
          {user.support_until ? (
            <ButtonLink to={paths.masterSignInAsUser(user.id)} size="sm">
              {t("people.sign_in_as")}
            </ButtonLink>
          ) : null}
        </>
      }
    />
  );
}

function UserFacts(user: UserDetailsProps["user"]) {
  const { t } = useTexts("master");
  const toTime = (iso: string | null) => iso && <Time iso={iso} />;
  return (
    <Facts
      facts={[
        {
          label: t("person.email"),
          value: user.verified ? t("people.is_verified") : t("people.not_verified"),
        },
        { label: t("person.master"), value: user.master ? t("person.yes") : t("person.no") },
        { label: t("people.support"), value: toTime(user.support_until) },
        { label: t("people.last"), value: toTime(user.last_login) },
        { label: t("people.created"), value: toTime(user.date_created) },
        { label: t("person.id"), value: <code className="font-mono text-sm">{user.id}</code> },
      ]}
    />
  );
}

function Accounts({ accounts }: Pick<UserDetailsProps, "accounts">) {
  const { t } = useTexts(["master", "team"]);
  const columns = useMemo<TableColumn<UserDetailsProps["accounts"][number]>[]>(
    () => [
      {
        id: "account",
        header: t("accounts.name"),
        cell: ({ id, name }) => ({ kind: "link", label: name, url: paths.masterAccountWith(id) }),
      },
      {
        id: "role",
        header: t("person.role"),
        cell: ({ permission }) => t(`team:role.${permission}`),
      },
    ],
    [t],
  );
  return (
    <ServerTable
      title={t("people.accounts")}
      rows={accounts}
      columns={columns}
      emptyText={t("person.no_accounts")}
      server={{}}
    />
  );
}

function Places({ title, places, emptyText }: { title: string; places: Place[]; emptyText: string }) {
  const { t } = useTexts("master");
  const columns = useMemo<TableColumn<Place & { id: string }>[]>(
    () => [
      { id: "agent", header: t("person.agent"), cell: ({ agent }) => agent },
      { id: "address", header: t("audit.address"), cell: ({ address }) => address },
      { id: "when", header: t("person.when"), isMinor: true, cell: ({ date }) => date },
    ],
    [t],
  );
  const rows = useMemo(() => places.map((place, index) => ({ ...place, id: String(index) })), [places]);
  return <ServerTable title={title} rows={rows} columns={columns} emptyText={emptyText} server={{}} />;
}
