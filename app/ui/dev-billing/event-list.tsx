/** The latest events of the payment sandbox: whether each has reached the product, and a button to send it again. */
import type { SandboxEvent } from "~/domain/payment-sandbox";
import { Badge, type Tone } from "../kit/badge";
import { Card, CardBody, CardHeader } from "../kit/card";
import { Time } from "../kit/time";
import { useTexts } from "../use-texts";
import { ControlButton, ControlForm, toIso } from "./control-form";

export interface EventListProps {
  events: readonly SandboxEvent[];
  isHeld: boolean;
}

export function EventList({ events, isHeld }: EventListProps) {
  const { t } = useTexts("dev");
  return (
    <Card>
      <CardHeader title={t("billing.events.title")} description={t("billing.events.hint")} />
      {events.length === 0 ? (
        <CardBody className="text-muted">{t("billing.events.none")}</CardBody>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {events.map((event) => (
            <EventRow key={event.id} event={event} isHeld={isHeld} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function EventRow({ event, isHeld }: { event: SandboxEvent; isHeld: boolean }) {
  const { t } = useTexts("dev");
  const { id, type, objectId, created } = event;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-2.5">
      <div className="min-w-0">
        <p className="break-words font-medium">{type}</p>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          <Time iso={toIso(created)} />
          <span className="min-w-0 break-all">{objectId}</span>
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <DeliveryBadge event={event} isHeld={isHeld} />
        <ControlForm intent="webhooks" fields={{ event: id }}>
          <ControlButton name="action" value="replay" label={t("billing.events.again_of", { type })}>
            {t("billing.events.again")}
          </ControlButton>
        </ControlForm>
      </div>
    </li>
  );
}

/** With the number of attempts and the last status where the product has not simply accepted the event once. */
function DeliveryBadge({ event, isHeld }: { event: SandboxEvent; isHeld: boolean }) {
  const { t } = useTexts("dev");
  const { attempts: count, lastStatus } = event;
  const state = getDeliveryState(event, isHeld);
  const texts: Record<DeliveryState, string> = {
    held: t("billing.events.held"),
    waiting: t("billing.events.waiting"),
    delivered: t("billing.events.delivered"),
    failed: t("billing.events.failed"),
    not_sent: t("billing.events.not_sent"),
  };
  const isPlain = count === 0 || (state === "delivered" && count === 1);
  return (
    <span className="flex items-center gap-2 text-sm text-muted">
      {isPlain ? null : t("billing.events.attempts", { count, status: lastStatus ?? "—" })}
      <Badge tone={TONES[state]}>{texts[state]}</Badge>
    </span>
  );
}

type DeliveryState = "held" | "waiting" | "delivered" | "failed" | "not_sent";

function getDeliveryState(
  { isWaiting, deliveredAt, attempts }: SandboxEvent,
  isHeld: boolean,
): DeliveryState {
  if (isWaiting) return isHeld ? "held" : "waiting";
  if (deliveredAt !== null) return "delivered";
  return attempts > 0 ? "failed" : "not_sent";
}

const TONES: Record<DeliveryState, Tone> = {
  held: "warn",
  waiting: "accent",
  delivered: "good",
  failed: "bad",
  not_sent: "neutral",
};
