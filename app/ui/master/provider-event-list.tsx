/** The payment provider's events: a list with a filter, and the button that applies one of them again. */
import { useMemo } from "react";
import { paths } from "~/domain/paths";
import { PROVIDER_EVENT_STATUSES, type ProviderEventStatus } from "~/domain/provider-events";
import type { Tone } from "../kit/badge";
import { LinkTabs } from "../kit/link-tabs";
import { Notice } from "../kit/notice";
import { DayFields } from "../table/day-fields";
import { ServerTable } from "../table/server-table";
import type { TableColumn } from "../table/table-data";
import { useTexts } from "../use-texts";
import { MasterLayout } from "./master-layout";
import { RetryNotice } from "./retry-notice";

interface Webhook {
  id: string;
  type: string;
  object: string;
  status: ProviderEventStatus;
  attempts: number;
  failure: string | null;
  date: string;
}

interface ProviderEventListProps {
  webhooks: Webhook[];
  /** The status that the list is limited to; "" lists all. */
  status: string;
  /** The event that the master has chosen. */
  event: string | null;
  from: string;
  to: string;
  /** The events that are not applied, and the minutes for which the oldest has been waiting. */
  lag: { events: number; minutes: number };
  next: string | null;
  previous: string | null;
}

export function ProviderEventList({ webhooks, event, lag, ...server }: ProviderEventListProps) {
  const { status } = server;
  const { t } = useTexts("master");
  const columns = useColumns();
  return (
    <MasterLayout hint={t("webhooks.hint")}>
      <StatusTabs status={status} />
      {lag.events > 0 ? (
        <Notice tone="warn" className="mb-4">
          {t("webhooks.lag", { count: lag.events, minutes: lag.minutes })}
        </Notice>
      ) : null}
      {event === null ? null : (
        <RetryNotice title={event} field={{ name: "event", value: event }} button={t("webhooks.replay")} />
      )}
      <ServerTable
        title={t("webhooks.title")}
        rows={webhooks}
        columns={columns}
        rowActions={[
          {
            id: "replay",
            label: t("webhooks.replay"),
            href: ({ id }) => paths.masterWebhooksWith({ event: id }),
          },
        ]}
        emptyText={t("webhooks.empty")}
        Days={DayFields}
        server={server}
      />
    </MasterLayout>
  );
}

function StatusTabs({ status }: Pick<ProviderEventListProps, "status">) {
  const { t } = useTexts("master");
  const all = { link: paths.masterWebhooks, label: t("webhooks.all"), isActive: status === "" };
  const tabs = PROVIDER_EVENT_STATUSES.map((each) => ({
    link: paths.masterWebhooksWith({ status: each }),
    label: t(`webhooks.state.${each}`),
    isActive: each === status,
  }));
  return <LinkTabs label={t("webhooks.filter")} tabs={[all, ...tabs]} />;
}

const TONES: Record<ProviderEventStatus, Tone> = { received: "warn", applied: "good", failed: "bad" };

function useColumns(): TableColumn<Webhook>[] {
  const { t } = useTexts("master");
  return useMemo(
    () => [
      {
        id: "type",
        header: t("webhooks.type"),
        cell: ({ type, object }) => ({ kind: "code", label: type, detail: object }),
      },
      {
        id: "status",
        header: t("webhooks.status"),
        cell: ({ status }) => ({
          kind: "badge",
          label: t(`webhooks.state.${status}`),
          tone: TONES[status],
        }),
      },
      { id: "failure", header: t("webhooks.failure"), isMinor: true, cell: ({ failure }) => failure },
      { id: "attempts", header: t("webhooks.attempts"), isMinor: true, cell: ({ attempts }) => attempts },
      { id: "when", header: t("webhooks.when"), isMinor: true, cell: ({ date }) => date },
    ],
    [t],
  );
}
