/** The dashboard: statistics, the revenue of some months, how much of its plan the account uses, and the users. */
import { Link } from "@remix-run/react";
import { useEffect, useMemo } from "react";
import type { UsageSummary } from "~/domain/billing";
import { DEMO_RANGES, LONGEST_RANGE } from "~/domain/demo";
import type { DemoData, DemoRange, DemoStat, DemoStatName, DemoStatus, DemoUser } from "~/domain/demo";
import type { FirstSteps } from "~/domain/first-steps";
import type { DemoColumn, DemoList, DemoListQuery } from "~/domain/demo-users";
import type { IconName } from "~/domain/icon-names";
import { DASHBOARD_STATS_MAX_COLUMNS } from "~/domain/limits";
import type { Texts, TranslateFile } from "~/domain/message-keys";
import { formatGroupedNumber, formatShortNumber } from "~/domain/numbers";
import { paths } from "~/domain/paths";
import { Chart } from "../chart/chart";
import { Badge, type Tone } from "../kit/badge";
import { ButtonLink } from "../kit/button";
import { Card, CardBody, CardGrid, CardHeader } from "../kit/card";
import { Icon } from "../kit/icon";
import { PageHeader } from "../layout/page-header";
import { StatTile } from "../kit/stat-tile";
import { createPageUrl } from "../table/server-pages";
import { ServerTable } from "../table/server-table";
import type { TableColumn } from "../table/table-data";
import { showToast } from "../toast/toast";
import { useTexts } from "../use-texts";
import { FirstStepsCard } from "./first-steps";
import { OwnershipOffer } from "./ownership-offer";
import { PasskeyOffer } from "./passkey-offer";
import { UsageCard } from "./usage-card";

interface DashboardProps extends Omit<DemoData, "users"> {
  name: string;
  /** The name of the account. */
  account: string;
  canInvite: boolean;
  /** The owner has offered the account to the viewer, who has not answered. */
  isOfferedOwnership: boolean;
  /** Null for a user who may not read it. */
  usage: UsageSummary | null;
  /** Null when the list is not shown. */
  firstSteps: FirstSteps | null;
  /** The user has signed in with their password, and has no passkey. */
  offersPasskey: boolean;
  /** How many months the chart covers. */
  months: DemoRange;
  /** One page of the users. */
  list: DemoListQuery & DemoList;
}

export function Dashboard(props: DashboardProps) {
  const { name, account, canInvite, usage, firstSteps, stats, revenue, months, list } = props;
  const { offersPasskey, isOfferedOwnership } = props;
  const { t } = useTexts("dashboard");
  useWelcomeToast({ title: t("arrived"), description: t("arrived_text") });
  return (
    <>
      <PageHeader
        title={t("greeting", { name })}
        description={t("description", { account })}
        actions={canInvite ? <InviteButton /> : null}
      />
      <div className="grid grid-cols-1 gap-4">
        {isOfferedOwnership ? <OwnershipOffer account={account} /> : null}
        {offersPasskey ? <PasskeyOffer /> : null}
        {firstSteps ? <FirstStepsCard steps={firstSteps} /> : null}
        <CardGrid max={DASHBOARD_STATS_MAX_COLUMNS} cards="tight">
          {stats.map((stat) => (
            <Stat key={stat.name} stat={stat} />
          ))}
        </CardGrid>
        <div
          className={usage ? "grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]" : undefined}
        >
          <Revenue months={revenue} range={months} list={list} />
          {usage ? <UsageCard {...usage} /> : null}
        </div>
        <Users {...list} months={months === LONGEST_RANGE ? undefined : String(months)} />
      </div>
    </>
  );
}

function InviteButton() {
  const { t } = useTexts("dashboard");
  return (
    <ButtonLink to={paths.inviteUsers} variant="primary">
      <Icon name="user-plus" />
      {t("invite")}
    </ButtonLink>
  );
}

/** On everything that is not the account's own. */
function SampleBadge() {
  const { t } = useTexts("dashboard");
  return <Badge>{t("sample")}</Badge>;
}

const WELCOME_SEEN_KEY = "arrived";

/** Shows a notification once a visit, not at every return to the dashboard. */
function useWelcomeToast({ title, description }: { title: string; description: string }): void {
  useEffect(() => {
    if (sessionStorage.getItem(WELCOME_SEEN_KEY)) return;
    sessionStorage.setItem(WELCOME_SEEN_KEY, "yes");
    showToast({ title, description, variant: "success" });
  }, [title, description]);
}

const ICONS: Record<DemoStatName, IconName> = {
  revenue: "circle-dollar-sign",
  active_users: "users",
  churn: "user-minus",
  api_calls: "activity",
};

function Stat({ stat }: { stat: DemoStat }) {
  const { t, locale } = useTexts("dashboard");
  return (
    <StatTile
      label={t(`stats.${stat.name}`)}
      value={formatStat(stat, locale)}
      change={`${formatGroupedNumber(Number.parseFloat(stat.change), locale)}%`}
      period={t("period")}
      icon={ICONS[stat.name]}
      trend={stat.trend}
      badge={<SampleBadge />}
    />
  );
}

/** Shortens money, shows counts in full up to a million, and shares in per cent. */
function formatStat({ value, unit }: DemoStat, locale: string): string {
  if (unit === "usd") return `$${formatShortNumber(value, locale)}`;
  if (unit === "percent") return `${formatGroupedNumber(value, locale)}%`;
  return value < 1_000_000 ? formatGroupedNumber(value, locale) : formatShortNumber(value, locale);
}

type MonthKey = keyof Texts["dashboard"]["months"];

interface RevenueProps {
  months: DemoData["revenue"];
  range: DemoRange;
  list: DemoListQuery;
}

/** Links, so that a range has a URL and works without scripts. They keep the order and the search of the users. */
function Ranges({ chosen, list: { sort, direction, search } }: { chosen: DemoRange; list: DemoListQuery }) {
  const { t } = useTexts("dashboard");
  return (
    <nav aria-label={t("revenue.range")} className="segments flex">
      {DEMO_RANGES.map((months) => (
        <Link
          key={months}
          to={createPageUrl({ months: String(months), sort, direction, search })}
          aria-current={months === chosen ? "true" : undefined}
          className="segment"
          preventScrollReset
        >
          {t("revenue.months", { count: months })}
        </Link>
      ))}
    </nav>
  );
}

/** Month names come from our texts: server and browser do not abbreviate them alike in every language. */
function Revenue({ months, range, list }: RevenueProps) {
  const { t } = useTexts("dashboard");
  return (
    <Card>
      <CardHeader
        title={t("revenue.title")}
        badge={<SampleBadge />}
        actions={<Ranges chosen={range} list={list} />}
      />
      <CardBody>
        <Chart
          type="line"
          title={t("revenue.title")}
          labelsName={t("revenue.month")}
          labels={months.map(({ month }) => t(`months.${month.slice(5) as MonthKey}`))}
          datasets={[{ label: t("revenue.dataset"), values: months.map(({ revenue }) => revenue) }]}
          prefix="$"
        />
      </CardBody>
    </Card>
  );
}

const TONES: Record<DemoStatus, Tone> = { verified: "good", registered: "neutral", invited: "warn" };

function Users({ users, page, pages, ...query }: DashboardProps["list"] & { months: string | undefined }) {
  const { t } = useTexts("dashboard");
  const columns = useMemo(() => createColumns(t), [t]);
  return (
    <ServerTable
      title={t("users.title")}
      badge={<SampleBadge />}
      rows={users}
      columns={columns}
      rowActions={[
        { id: "write", label: t("users.write"), icon: MAIL, href: ({ email }) => `mailto:${email}` },
      ]}
      hasSearch
      server={{ ...query, number: { page, pages } }}
    />
  );
}

const MAIL = <Icon name="mail" />;

function createColumns(t: TranslateFile<"dashboard">): (TableColumn<DemoUser> & { id: DemoColumn })[] {
  return [
    {
      id: "name",
      header: t("users.name"),
      isSortable: true,
      cell: ({ name, email }) => ({ kind: "who", name, detail: email }),
    },
    {
      id: "role",
      header: t("users.role"),
      isSortable: true,
      isMinor: true,
      cell: ({ permission }) => t(`role.${permission}`),
    },
    {
      id: "status",
      header: t("users.status"),
      isSortable: true,
      cell: ({ status }) => ({ kind: "badge", label: t(`status.${status}`), tone: TONES[status] }),
    },
    {
      id: "last_login",
      header: t("users.last_login"),
      isSortable: true,
      isMinor: true,
      cell: ({ last_login }) => last_login,
    },
  ];
}
