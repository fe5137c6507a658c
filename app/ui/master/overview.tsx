/** The overview of mission control: tiles that lead to their lists, the revenue by plan, and the latest errors. */
import { useMemo } from "react";
import type { ApiCallDifferenceView } from "~/domain/billing";
import { DASHBOARD_STATS_MAX_COLUMNS } from "~/domain/limits";
import { formatGroupedNumber } from "~/domain/numbers";
import { paths } from "~/domain/paths";
import type { Interval } from "~/domain/plans";
import { formatMinor } from "../billing/plan-text";
import { CardGrid } from "../kit/card";
import { StatTile } from "../kit/stat-tile";
import { Time } from "../kit/time";
import { ServerTable } from "../table/server-table";
import type { TableColumn } from "../table/table-data";
import { useTexts } from "../use-texts";
import { MasterLayout } from "./master-layout";
import { ApiCallDifferences } from "./api-call-differences";

interface PlanRevenue {
  id: string;
  name: string;
  accounts: number;
  seats: number;
  /** Minor units for each interval, as `monthly`. */
  price: number;
  interval: Interval;
  currency: string;
  monthly: number;
}

interface ServerError {
  request_id: string;
  method: string;
  route: string;
  status: number;
  date: string;
}

export interface OverviewProps {
  sign_ups: { today: number; week: number; month: number; days: { count: number }[] };
  accounts: { total: number; active: number; trialing: number; overdue: number };
  revenue: { plans: PlanRevenue[]; monthly: { currency: string; amount: number }[] };
  mails: { waiting: number; given_up: number };
  webhooks: { waiting: number; lag_seconds: number };
  usage: { waiting: number; lag_seconds: number };
  errors: { count: number; since: string; latest: ServerError[] };
  apiCallDifferences: ApiCallDifferenceView[];
}

export function Overview(overview: OverviewProps) {
  const { t } = useTexts("master");
  return (
    <MasterLayout hint={t("overview.hint")}>
      <div className="grid grid-cols-1 gap-4">
        <CardGrid max={DASHBOARD_STATS_MAX_COLUMNS} cards="tight">
          <CustomerTiles {...overview} />
          <OperationTiles {...overview} />
        </CardGrid>
        <ApiCallDifferences differences={overview.apiCallDifferences} />
        <Revenue plans={overview.revenue.plans} />
        <Errors {...overview.errors} />
      </div>
    </MasterLayout>
  );
}

function CustomerTiles({ sign_ups: signUps, accounts, revenue }: OverviewProps) {
  const { t, locale } = useTexts("master");
  const format = (count: number) => formatGroupedNumber(count, locale);
  const monthly = revenue.monthly.map(({ currency, amount }) => formatMinor(amount, currency, locale));
  return (
    <>
      <StatTile
        label={t("overview.sign_ups")}
        value={format(signUps.month)}
        detail={t("overview.sign_ups_detail", { today: format(signUps.today), week: format(signUps.week) })}
        icon="user-plus"
        link={paths.masterPeople}
        trend={signUps.days.map(({ count }) => count)}
      />
      <StatTile
        label={t("overview.active")}
        value={format(accounts.active)}
        detail={t("overview.active_detail", { total: format(accounts.total) })}
        icon="users"
        link={paths.masterAccountsWith({ status: "active" })}
      />
      <StatTile
        label={t("overview.trialing")}
        value={format(accounts.trialing)}
        detail={t("overview.trialing_detail")}
        icon="calendar"
        link={paths.masterAccountsWith({ status: "trialing" })}
      />
      <StatTile
        label={t("overview.revenue")}
        value={monthly.join(" + ") || "0"}
        detail={t("overview.revenue_detail")}
        icon="circle-dollar-sign"
        link={`#${REVENUE_ID}`}
      />
      <StatTile
        label={t("overview.overdue")}
        value={format(accounts.overdue)}
        detail={t("overview.overdue_detail")}
        icon="credit-card"
        link={paths.masterAccountsWith({ status: "overdue" })}
      />
    </>
  );
}

function OperationTiles({ mails, webhooks, usage, errors }: OverviewProps) {
  const { t, locale } = useTexts("master");
  const format = (count: number) => formatGroupedNumber(count, locale);
  return (
    <>
      <StatTile
        label={t("overview.mails")}
        value={format(mails.waiting)}
        detail={t("overview.mails_detail", { given_up: format(mails.given_up) })}
        icon="mail"
        link={paths.masterMails}
      />
      <StatTile
        label={t("overview.webhooks")}
        value={formatLag(webhooks.lag_seconds)}
        detail={t("overview.webhooks_detail", { waiting: format(webhooks.waiting) })}
        icon="webhook"
        link={paths.masterWebhooks}
      />
      <StatTile
        label={t("overview.usage")}
        value={formatLag(usage.lag_seconds)}
        detail={t("overview.usage_detail", { waiting: format(usage.waiting) })}
        icon="activity"
        link={paths.masterJobs}
      />
      <StatTile
        label={t("overview.errors")}
        value={format(errors.count)}
        detail={t("overview.errors_detail")}
        icon="triangle-alert"
        link={`#${ERRORS_ID}`}
      />
    </>
  );
}

const REVENUE_ID = "revenue";
const ERRORS_ID = "errors";

const UNITS = [
  ["d", 86_400],
  ["h", 3600],
  ["min", 60],
] as const;

/** "0 s", "12 min", "3 h": the symbols are the same in every language. */
function formatLag(lagSeconds: number): string {
  const [unit, length] = UNITS.find(([, size]) => lagSeconds >= size) ?? ["s", 1];
  return `${Math.floor(lagSeconds / length)} ${unit}`;
}

function Revenue({ plans }: Pick<OverviewProps["revenue"], "plans">) {
  const { t } = useTexts("master");
  const columns = useRevenueColumns();
  return (
    <div id={REVENUE_ID} className="scroll-mt-6">
      <ServerTable
        title={t("overview.by_plan")}
        rows={plans}
        columns={columns}
        emptyText={t("overview.no_plans")}
        server={{}}
      />
      <p className="mt-2 text-sm text-muted">{t("overview.revenue_hint")}</p>
    </div>
  );
}

function useRevenueColumns(): TableColumn<PlanRevenue>[] {
  const { t, locale } = useTexts("master");
  return useMemo(() => {
    const price = ({ price: minor, currency, interval }: PlanRevenue) =>
      t(interval === "year" ? "overview.a_year" : "overview.a_month", {
        price: formatMinor(minor, currency, locale),
      });
    return [
      {
        id: "plan",
        header: t("overview.plan"),
        cell: (row) => ({
          kind: "link",
          label: row.name,
          url: paths.masterAccountsWith({ plan: row.id }),
          detail: price(row),
        }),
      },
      { id: "accounts", header: t("overview.accounts"), isNumber: true, cell: ({ accounts }) => accounts },
      { id: "seats", header: t("overview.seats"), isNumber: true, isMinor: true, cell: ({ seats }) => seats },
      {
        id: "monthly",
        header: t("overview.monthly"),
        isNumber: true,
        cell: ({ monthly, currency }) => formatMinor(monthly, currency, locale),
      },
    ];
  }, [t, locale]);
}

function Errors({ latest, since }: OverviewProps["errors"]) {
  const { t } = useTexts("master");
  const columns = useErrorColumns();
  const rows = useMemo(() => latest.map((error) => ({ ...error, id: error.request_id })), [latest]);
  return (
    <div id={ERRORS_ID} className="scroll-mt-6">
      <ServerTable
        title={t("overview.latest_errors")}
        rows={rows}
        columns={columns}
        emptyText={t("overview.no_errors")}
        server={{}}
      />
      <p className="mt-2 text-sm text-muted">
        {t("overview.errors_hint")} <Time iso={since} />
      </p>
    </div>
  );
}

function useErrorColumns(): TableColumn<ServerError & { id: string }>[] {
  const { t } = useTexts("master");
  return useMemo(
    () => [
      {
        id: "route",
        header: t("overview.route"),
        cell: ({ method, route, request_id: id }) => ({
          kind: "code",
          label: `${method} ${route}`,
          detail: id,
        }),
      },
      { id: "status", header: t("overview.status"), isNumber: true, cell: ({ status }) => status },
      { id: "when", header: t("overview.when"), isMinor: true, cell: ({ date }) => date },
    ],
    [t],
  );
}
