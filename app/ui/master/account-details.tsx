/** An account in mission control: its plan and API calls, its members, and its latest activity. */
import { useMemo } from "react";
import { paths } from "~/domain/paths";
import type { Role } from "~/domain/roles";
import { AuditList, type ListedAudit } from "../audit/audit-list";
import { Badge } from "../kit/badge";
import { ButtonLink } from "../kit/button";
import { Card, CardBody, CardHeader } from "../kit/card";
import { EmptyState } from "../kit/empty-state";
import { Breadcrumbs, PageHeader } from "../layout/page-header";
import { TextLink } from "../kit/text-link";
import { Time } from "../kit/time";
import { ServerTable } from "../table/server-table";
import type { TableColumn } from "../table/table-data";
import { useTexts } from "../use-texts";
import type { ListedAccount } from "./account-list";
import { Facts } from "./facts";
import { formatCalls, toStatusBadge } from "./account-texts";

interface Member {
  id: string;
  name: string;
  email: string;
  permission: Role;
  last_login: string | null;
}

interface AccountDetailsProps {
  account: ListedAccount;
  subscription: {
    cancel_at_period_end: boolean;
    current_period_end: string | null;
    card: string | null;
  } | null;
  members: Member[];
  next: string | null;
  previous: string | null;
  activity: ListedAudit[];
}

export function AccountDetails(props: AccountDetailsProps) {
  const { account, activity } = props;
  const { t } = useTexts("master");
  return (
    <>
      <Header account={account} />
      <div className="grid grid-cols-1 gap-4">
        <Card>
          <CardBody isAlone>
            <AccountFacts {...props} />
          </CardBody>
        </Card>
        <Members {...props} />
        <Card>
          <CardHeader
            title={t("account.activity")}
            actions={
              <ButtonLink to={paths.masterAuditWith({ account: account.id })} size="sm">
                {t("account.audit")}
              </ButtonLink>
            }
          />
          {activity.length === 0 ? (
            <EmptyState icon="activity" text={t("audit.empty")} />
          ) : (
            <AuditList entries={activity} />
          )}
        </Card>
      </div>
    </>
  );
}

function Header({ account }: Pick<AccountDetailsProps, "account">) {
  const { t } = useTexts("master");
  const crumbs = [
    { label: t("title"), link: paths.master },
    { label: t("tabs.accounts"), link: paths.masterAccounts },
    { label: account.name },
  ];
  return (
    <PageHeader
      title={account.name}
      description={account.owner ? `${account.owner.name}, ${account.owner.email}` : t("accounts.no_owner")}
      above={<Breadcrumbs crumbs={crumbs} />}
      actions={
        <>
          {account.has_payments ? (
            <ButtonLink to={paths.masterBillingForAccount(account.id)} size="sm">
              {t("accounts.billing")}
            </ButtonLink>
          ) : null}
          <ButtonLink to={paths.masterActsForAccount(account.id)} size="sm">
            {t("account.acts")}
          </ButtonLink>
        </>
      }
    />
  );
}

function AccountFacts({ account, subscription }: AccountDetailsProps) {
  const { t, locale } = useTexts("master");
  const status = toStatusBadge(account.status, t);
  const { owner } = account;
  return (
    <Facts
      facts={[
        { label: t("accounts.plan"), value: account.plan ?? t("accounts.no_plan") },
        { label: t("accounts.status"), value: status && <Badge tone={status.tone}>{status.label}</Badge> },
        { label: t("accounts.seats"), value: account.seats },
        { label: t("accounts.members"), value: account.members },
        { label: t("accounts.calls"), value: formatCalls(account, locale) },
        {
          label: t(subscription?.cancel_at_period_end ? "account.ends" : "account.renews"),
          value: subscription?.current_period_end ? <Time iso={subscription.current_period_end} /> : null,
        },
        { label: t("account.card"), value: subscription?.card ?? null },
        {
          label: t("account.owner"),
          value: owner && <TextLink to={paths.masterPersonWith(owner.id)}>{owner.name}</TextLink>,
        },
        { label: t("accounts.last_used"), value: account.last_used && <Time iso={account.last_used} /> },
        { label: t("accounts.created"), value: <Time iso={account.date_created} /> },
        { label: t("audit.account_id"), value: <code className="font-mono text-sm">{account.id}</code> },
      ]}
    />
  );
}

function Members({ account, members, next, previous }: AccountDetailsProps) {
  const { t } = useTexts(["master", "team"]);
  const columns = useMemo<TableColumn<Member>[]>(
    () => [
      {
        id: "name",
        header: t("people.name"),
        cell: ({ id, name, email, permission }) => ({
          kind: "who",
          name,
          detail: email,
          note: t(`team:role.${permission}`),
          url: paths.masterPersonWith(id),
        }),
      },
      {
        id: "role",
        header: t("person.role"),
        isMinor: true,
        cell: ({ permission }) => t(`team:role.${permission}`),
      },
      { id: "last", header: t("people.last"), isMinor: true, cell: ({ last_login }) => last_login },
    ],
    [t],
  );
  return (
    <ServerTable
      title={t("accounts.members")}
      rows={members}
      columns={columns}
      server={{ id: account.id, next, previous }}
    />
  );
}
