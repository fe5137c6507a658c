/** The log of an endpoint's deliveries, and one of them in detail. */
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { seconds } from "~/domain/limits";
import type { TranslateFile } from "~/domain/message-keys";
import { paths } from "~/domain/paths";
import {
  toEventText,
  type DeliveryStatus,
  type DeliveryView,
  type SentEvent,
} from "~/domain/webhook-endpoints";
import { PostForm } from "../form/post-form";
import { Badge, type Tone } from "../kit/badge";
import { Button } from "../kit/button";
import { Card, CardBody, CardHeader } from "../kit/card";
import { EmptyState } from "../kit/empty-state";
import { Time } from "../kit/time";
import { useAutoRefresh } from "../session/use-auto-refresh";
import { ServerTable } from "../table/server-table";
import type { TableColumn } from "../table/table-data";
import { useTexts } from "../use-texts";

const TONES: Record<DeliveryStatus | "retrying", Tone> = {
  waiting: "neutral",
  retrying: "warn",
  held: "neutral",
  delivered: "good",
  failed: "bad",
};

interface DeliveryLogProps {
  endpointId: string;
  deliveries: readonly DeliveryView[];
  next: string | null;
  previous: string | null;
}

/** How often the page looks whether the next attempt is due. */
const DUE_CHECKED_EVERY_MS = seconds(10);

/** Refreshes the page while one of these deliveries is being sent. Between attempts it rests: the next may be hours away. */
export function useDeliveryRefresh(deliveries: readonly DeliveryView[]): void {
  const [now, setNow] = useState(0);
  const due = deliveries.flatMap(({ attempts, next_attempt_at: at }) =>
    // The first attempt is due at once, whatever the time is on this machine.
    at === null ? [] : [attempts === 0 ? 0 : Date.parse(at)],
  );
  const isWaiting = due.length > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => setNow(Date.now()), DUE_CHECKED_EVERY_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);
  useAutoRefresh(due.some((at) => at <= now));
}

type Progress = Pick<DeliveryView, "status" | "failure" | "attempts">;

/** What came of a delivery so far. */
export function DeliveryBadge({ delivery }: { delivery: Progress }) {
  const { t } = useTexts("webhooks");
  const state = getState(delivery);
  return <Badge tone={TONES[state]}>{t(`log.state.${state}`)}</Badge>;
}

/** One that has failed and waits for its next attempt is not simply on its way. */
function getState({ status, failure, attempts }: Progress) {
  return status === "waiting" && failure !== null && attempts > 0 ? "retrying" : status;
}

export function DeliveryLog({ endpointId, deliveries, next, previous }: DeliveryLogProps) {
  const { t } = useTexts("webhooks");
  const columns = useMemo(() => createColumns(t, endpointId), [t, endpointId]);
  if (deliveries.length === 0)
    return (
      <Card>
        <CardHeader title={t("log.title")} />
        <EmptyState icon="webhook" text={t("log.empty")} />
      </Card>
    );
  return (
    <ServerTable
      title={t("log.title")}
      rows={deliveries}
      columns={columns}
      rowActions={[
        { id: "open", label: t("log.open"), href: ({ id }) => paths.webhookDelivery(endpointId, id) },
      ]}
      server={{ id: endpointId, next, previous }}
    />
  );
}

function createColumns(t: TranslateFile<"webhooks">, endpointId: string): TableColumn<DeliveryView>[] {
  return [
    {
      id: "event",
      header: t("log.event"),
      cell: ({ id, type }) => ({
        kind: "link",
        label: getEventName(t, type),
        url: paths.webhookDelivery(endpointId, id),
        detail: type,
      }),
    },
    {
      id: "status",
      header: t("log.status"),
      cell: (delivery) => {
        const state = getState(delivery);
        return { kind: "badge", label: t(`log.state.${state}`), tone: TONES[state] };
      },
    },
    {
      id: "response",
      header: t("log.response"),
      isMinor: true,
      cell: ({ response_status: status }) => (status === null ? null : t("log.http", { status })),
    },
    {
      id: "attempts",
      header: t("log.attempts"),
      isMinor: true,
      isNumber: true,
      cell: ({ attempts }) => attempts,
    },
    { id: "when", header: t("log.when"), isMinor: true, cell: ({ created_at: at }) => at },
  ];
}

function getEventName(t: TranslateFile<"webhooks">, type: string): string {
  return t(`event.${toEventText(type as SentEvent)}`);
}

interface DeliveryCardProps {
  endpointId: string;
  delivery: DeliveryView;
  /** The endpoint is turned on. */
  canReplay: boolean;
}

export function DeliveryCard({ endpointId, delivery, canReplay }: DeliveryCardProps) {
  const { t } = useTexts("webhooks");
  const { id, type, status, response_excerpt: excerpt } = delivery;
  return (
    <Card id="delivery">
      <CardHeader
        title={getEventName(t, type)}
        description={getDescription(t, delivery)}
        actions={
          <>
            <DeliveryBadge delivery={delivery} />
            {canReplay ? (
              <PostForm intent="replay" fields={{ id: endpointId, delivery: id }} keepsScroll>
                <Button type="submit" size="sm">
                  {t(status === "waiting" ? "log.send_now" : "log.replay")}
                </Button>
              </PostForm>
            ) : null}
          </>
        }
      />
      <CardBody className="grid gap-5">
        <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
          {listFacts(t, delivery).map(([name, value]) => (
            <div key={name} className="min-w-0">
              <dt className="text-sm text-muted">{name}</dt>
              <dd className="[overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
        </dl>
        {excerpt === null ? null : (
          <div className="grid gap-2">
            <span className="text-sm text-muted">{t("log.excerpt")}</span>
            <code className="block whitespace-pre-wrap rounded border border-line bg-sunken p-3 font-mono text-sm [overflow-wrap:anywhere]">
              {excerpt}
            </code>
          </div>
        )}
      </CardBody>
    </Card>
  );
}

function getDescription(t: TranslateFile<"webhooks">, { status, failure, type }: DeliveryView): string {
  if (status === "held") return t("log.held");
  return failure && status !== "delivered" ? t(`failure.${failure}`) : type;
}

function listFacts(t: TranslateFile<"webhooks">, delivery: DeliveryView): (readonly [string, ReactNode])[] {
  const { response_status: code, duration_ms: took, next_attempt_at: next, delivered_at: at } = delivery;
  return [
    [t("log.id"), <code key="id">{delivery.event}</code>],
    [t("log.when"), <Time key="when" iso={delivery.created_at} />],
    [t("log.attempts"), delivery.attempts],
    ...(code === null ? [] : [[t("log.response"), t("log.http", { status: code })] as const]),
    ...(took === null ? [] : [[t("log.took"), t("log.milliseconds", { count: took })] as const]),
    ...(next === null ? [] : [[t("log.next"), <Time key="next" iso={next} />] as const]),
    ...(at === null ? [] : [[t("log.delivered_at"), <Time key="at" iso={at} />] as const]),
  ];
}
