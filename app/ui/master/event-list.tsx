/** The usage events of all users: how many of each name, a search by name, and the list. */
import { useMemo } from "react";
import { Chart } from "../chart/chart";
import { Card, CardBody, CardHeader } from "../kit/card";
import { ServerTable } from "../table/server-table";
import type { TableColumn } from "../table/table-data";
import { useTexts } from "../use-texts";
import { MasterLayout } from "./master-layout";

interface UsageEvent {
  id: string;
  name: string;
  metadata: string | null;
  user: { name: string; email: string } | null;
  date: string;
}

export interface EventListProps {
  events: UsageEvent[];
  /** The most frequent names, the most frequent first. */
  counts: { name: string; count: number }[];
  /** The name that the list is limited to; "" lists all. */
  search: string;
  next: string | null;
  previous: string | null;
}

export function EventList({ events, counts, ...server }: EventListProps) {
  const { t } = useTexts("master");
  const columns = useColumns();
  return (
    <MasterLayout hint={t("events.hint")}>
      <Card className="mb-5">
        <CardHeader title={t("events.chart")} />
        <CardBody>
          <Chart
            type="bar"
            title={t("events.chart")}
            labelsName={t("events.name")}
            labels={counts.map(({ name }) => name)}
            datasets={
              counts.length > 0
                ? [{ label: t("events.count"), values: counts.map(({ count }) => count) }]
                : []
            }
          />
        </CardBody>
      </Card>
      <ServerTable
        title={t("events.title")}
        rows={events}
        columns={columns}
        emptyText={t("events.empty")}
        hasSearch
        server={server}
      />
    </MasterLayout>
  );
}

function useColumns(): TableColumn<UsageEvent>[] {
  const { t } = useTexts("master");
  return useMemo(
    () => [
      { id: "name", header: t("events.name"), cell: ({ name }) => name },
      {
        id: "user",
        header: t("events.user"),
        cell: ({ user }) => user && { kind: "who", name: user.name, detail: user.email },
      },
      { id: "metadata", header: t("events.metadata"), isMinor: true, cell: ({ metadata }) => metadata },
      { id: "when", header: t("events.when"), isMinor: true, cell: ({ date }) => date },
    ],
    [t],
  );
}
