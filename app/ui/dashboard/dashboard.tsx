/** The dashboard: statistics, a year's revenue, and the users. */
import type { TFunction } from "i18next";
import { useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import {
  ALL_ROWS,
  type DemoData,
  type DemoStat,
  type DemoStatName,
  type DemoStatus,
  type DemoUser,
} from "~/domain/demo";
import { DASHBOARD_STATS_MAX_COLUMNS } from "~/domain/limits";
import type { Texts } from "~/domain/message-keys";
import { formatGroupedNumber, formatShortNumber } from "~/domain/numbers";
import { Chart } from "../chart/chart";
import { Badge, type Tone } from "../kit/badge";
import { Card, CardBody, CardGrid, CardHeader } from "../kit/card";
import type { IconName } from "../kit/icon";
import { PageHeader } from "../kit/page-header";
import { StatTile } from "../kit/stat-tile";
import { DataTable } from "../table/data-table";
import type { TableColumn } from "../table/table-data";
import { showToast } from "../toast/toast";

export interface DashboardProps {
  name: string;
  demo: DemoData;
  /** The table shows all its rows at once. */
  isWhole?: boolean;
}

export function Dashboard({ name, demo, isWhole = false }: DashboardProps) {
  const { t } = useTranslation("dashboard");
  useWelcomeToast({ title: t("arrived"), description: t("arrived_text") });
  return (
    <>
      <PageHeader title={t("greeting", { name })} description={t("description")} />
      <div className="grid grid-cols-1 gap-4">
        <CardGrid max={DASHBOARD_STATS_MAX_COLUMNS} cards="tight">
          {demo.stats.map((stat) => (
            <Stat key={stat.name} stat={stat} />
          ))}
        </CardGrid>
        <Revenue months={demo.revenue} />
        <Users users={demo.users} isWhole={isWhole} />
      </div>
    </>
  );
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
  const { t, i18n } = useTranslation("dashboard");
  return (
    <StatTile
      label={t(`stats.${stat.name}`)}
      value={formatStat(stat, i18n.language)}
      change={`${formatGroupedNumber(Number.parseFloat(stat.change), i18n.language)}%`}
      period={t("period")}
      icon={ICONS[stat.name]}
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

/** Month names come from our texts: server and browser do not abbreviate them alike in every language. */
function Revenue({ months }: { months: DemoData["revenue"] }) {
  const { t } = useTranslation("dashboard");
  return (
    <Card>
      <CardHeader title={t("revenue.title")} actions={<Badge>{t("revenue.badge")}</Badge>} />
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

function Users({ users, isWhole }: { users: DemoUser[]; isWhole: boolean }) {
  const { t } = useTranslation("dashboard");
  const columns = useMemo(() => createColumns(t), [t]);
  return (
    <DataTable
      title={t("users.title")}
      rows={users}
      columns={columns}
      rowActions={[{ id: "write", label: t("users.write"), href: ({ email }) => `mailto:${email}` }]}
      hasSearch
      whole={{ at: ALL_ROWS, isShown: isWhole }}
    />
  );
}

function createColumns(t: TFunction<"dashboard">): TableColumn<DemoUser>[] {
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
