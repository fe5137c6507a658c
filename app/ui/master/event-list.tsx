/** The tracked events of all users: their chart by day, how many of each name, the filters, and the list. */
import { useMemo } from "react";
import { formatDay } from "~/domain/dates";
import { paths } from "~/domain/paths";
import { Chart } from "../chart/chart";
import { ButtonLink } from "../kit/button";
import { Card, CardBody, CardHeader } from "../kit/card";
import { DayFields } from "../table/day-fields";
import { ServerTable } from "../table/server-table";
import type { TableColumn } from "../table/table-data";
import { useTexts } from "../use-texts";
import { MasterLayout } from "./master-layout";

interface TrackedEvent {
  id: string;
  name: string;
  account: string;
  metadata: string | null;
  user: { name: string; email: string } | null;
  date: string;
}

export interface EventListProps {
  events: TrackedEvent[];
  /** The most frequent names, the most frequent first. */
  names: { name: string; count: number }[];
  /** The events of the searched name, or all, by day. */
  chart: { days: string[]; counts: number[] };
  from: string;
  to: string;
  /** The id of the account that the list is limited to; "" lists all. */
  account: string;
  /** The name that the list is limited to; "" lists all. */
  search: string;
  next: string | null;
  previous: string | null;
}

export function EventList({ events, names, chart, ...server }: EventListProps) {
  const { t } = useTexts("master");
  const columns = useColumns();
  return (
    <MasterLayout hint={t("events.hint")}>
      <div className="mb-5 grid gap-5 lg:grid-cols-2">
        <DayChart chart={chart} name={server.search} />
        <NameChart names={names} />
      </div>
      <ServerTable
        title={t("events.title")}
        rows={events}
        columns={columns}
        rowActions={[
          {
            id: "account",
            label: t("events.only_account"),
            href: ({ account }) => paths.masterEventsForAccount(account),
          },
        ]}
        emptyText={t("events.empty")}
        hasSearch
        Days={DayFields}
        tools={server.account === "" ? null : <AllAccounts />}
        server={server}
      />
    </MasterLayout>
  );
}

function DayChart({ chart: { days, counts }, name }: Pick<EventListProps, "chart"> & { name: string }) {
  const { t, locale } = useTexts("master");
  const title = name === "" ? t("events.by_day") : t("events.by_day_of", { name });
  return (
    <Card>
      <CardHeader title={title} />
      <CardBody>
        <Chart
          type="line"
          title={title}
          labelsName={t("events.day")}
          labels={days.map((day) => formatDay(day, locale))}
          datasets={counts.some((count) => count > 0) ? [{ label: t("events.count"), values: counts }] : []}
        />
      </CardBody>
    </Card>
  );
}

function NameChart({ names }: Pick<EventListProps, "names">) {
  const { t } = useTexts("master");
  const values = names.map(({ count }) => count);
  return (
    <Card>
      <CardHeader title={t("events.chart")} />
      <CardBody>
        <Chart
          type="bar"
          title={t("events.chart")}
          labelsName={t("events.name")}
          labels={names.map(({ name }) => name)}
          datasets={names.length > 0 ? [{ label: t("events.count"), values }] : []}
        />
      </CardBody>
    </Card>
  );
}

/** Shown while the list is limited to one account. */
function AllAccounts() {
  const { t } = useTexts("master");
  return (
    <ButtonLink to={paths.masterEvents} size="sm" preventScrollReset>
      {t("events.all_accounts")}
    </ButtonLink>
  );
}

function useColumns(): TableColumn<TrackedEvent>[] {
  const { t } = useTexts("master");
  return useMemo(
    () => [
      {
        id: "name",
        header: t("events.name"),
        cell: ({ name, user }) => ({ kind: "code", label: name, detail: user?.name ?? "" }),
      },
      {
        id: "user",
        header: t("events.user"),
        isMinor: true,
        cell: ({ user }) => user?.email ?? null,
      },
      { id: "metadata", header: t("events.metadata"), isMinor: true, cell: ({ metadata }) => metadata },
      { id: "when", header: t("events.when"), isMinor: true, cell: ({ date }) => date },
    ],
    [t],
  );
}
