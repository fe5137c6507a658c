/** The webhook endpoints of an account in one table. */
import { useMemo } from "react";
import type { TranslateFile } from "~/domain/message-keys";
import { paths } from "~/domain/paths";
import type { EndpointStatus, EndpointView } from "~/domain/webhook-endpoints";
import type { Tone } from "../kit/badge";
import { ServerTable } from "../table/server-table";
import type { TableColumn } from "../table/table-data";
import { useTexts } from "../use-texts";

export const ENDPOINT_TONES: Record<EndpointStatus, Tone> = {
  active: "good",
  failing: "warn",
  off: "neutral",
  disabled: "bad",
};

export function EndpointsTable({ endpoints }: { endpoints: readonly EndpointView[] }) {
  const { t } = useTexts("webhooks");
  const columns = useMemo(() => createColumns(t), [t]);
  return (
    <ServerTable
      title={t("list")}
      rows={endpoints}
      columns={columns}
      rowActions={[{ id: "edit", label: t("edit"), href: ({ id }) => paths.webhookWith(id) }]}
      server={ONE_PAGE}
    />
  );
}

/** An account has few enough endpoints for one page. */
const ONE_PAGE = {};

function createColumns(t: TranslateFile<"webhooks">): TableColumn<EndpointView>[] {
  return [
    {
      id: "url",
      header: t("url"),
      cell: ({ id, url, description, events }) => ({
        kind: "link",
        label: url,
        url: paths.webhookWith(id),
        detail: description || t("event_count", { count: events.length }),
      }),
    },
    {
      id: "status",
      header: t("status_label"),
      cell: ({ status }) => ({ kind: "badge", label: t(`status.${status}`), tone: ENDPOINT_TONES[status] }),
    },
    {
      id: "events",
      header: t("events"),
      isMinor: true,
      cell: ({ events }) => t("event_count", { count: events.length }),
    },
    { id: "created", header: t("created_at"), isMinor: true, cell: ({ created_at: at }) => at },
  ];
}
