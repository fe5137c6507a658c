/** The cards that control the whole payment sandbox: its clock, anyone's next payment, and its webhooks. */
import { days, seconds } from "~/domain/limits";
import {
  PAYMENT_OUTCOMES,
  type PaymentOutcome,
  type SandboxDeliveries,
  type SandboxState,
} from "~/domain/payment-sandbox";
import { paths } from "~/domain/paths";
import { Badge } from "../kit/badge";
import { Card, CardBody, CardHeader } from "../kit/card";
import { TextLink } from "../kit/text-link";
import { Time } from "../kit/time";
import { useTexts } from "../use-texts";
import { ControlButton, ControlForm, toIso } from "./control-form";

export function ClockCard({ sandbox, now }: { sandbox: SandboxState; now: string }) {
  const { t } = useTexts("dev");
  const daysAhead = Math.round((seconds(sandbox.now) - Date.parse(now)) / days(1));
  const hasTrial = sandbox.customers.some(({ subscriptions }) =>
    subscriptions.some(({ status }) => status === "trialing"),
  );
  return (
    <Card>
      <CardHeader
        title={t("billing.clock.title")}
        description={t("billing.clock.hint")}
        actions={
          daysAhead > 0 ? <Badge tone="accent">{t("billing.clock.ahead", { count: daysAhead })}</Badge> : null
        }
      />
      <CardBody className="grid gap-4">
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          <dt className="text-muted">{t("billing.clock.sandbox")}</dt>
          <dd>
            <Time iso={toIso(sandbox.now)} />
          </dd>
          <dt className="text-muted">{t("billing.clock.product")}</dt>
          <dd>
            <Time iso={now} />
          </dd>
        </dl>
        <ControlForm intent="clock" label={t("billing.clock.title")}>
          <ControlButton name="to" value="day">
            {t("billing.clock.day")}
          </ControlButton>
          <ControlButton name="to" value="month">
            {t("billing.clock.month")}
          </ControlButton>
          {hasTrial ? (
            <ControlButton name="to" value="trial_end">
              {t("billing.clock.first_trial_end")}
            </ControlButton>
          ) : null}
        </ControlForm>
      </CardBody>
    </Card>
  );
}

export type FailNext = SandboxState["failNext"];

interface NextPaymentCardProps {
  failNext: FailNext;
  customers: SandboxState["customers"];
}

export function NextPaymentCard({ failNext, customers }: NextPaymentCardProps) {
  const { t } = useTexts("dev");
  return (
    <Card>
      <CardHeader
        title={t("billing.next.title")}
        description={t("billing.next.hint")}
        actions={failNext.length > 0 ? <Badge tone="warn">{t("billing.next.armed")}</Badge> : null}
      />
      <CardBody className="grid gap-3">
        <NextPaymentForm label={t("billing.next.title")} failNext={failNext} />
        <ArmedPayments failNext={failNext} customers={customers} />
      </CardBody>
    </Card>
  );
}

/** Every payment whose end is set, in words: that of a customer is otherwise seen far below only. */
function ArmedPayments({ failNext, customers }: NextPaymentCardProps) {
  const { t } = useTexts("dev");
  const outcomes = useOutcomes();
  if (failNext.length === 0) return <p className="text-sm text-muted">{t("billing.next.none_armed")}</p>;
  return (
    <ul className="grid gap-0.5 text-sm">
      {failNext.map(({ customerId, outcome }) => (
        <li key={customerId ?? ""}>
          {customerId === null
            ? t("billing.next.armed_any")
            : (toCustomerTitle(customers.find(({ id }) => id === customerId)) ?? customerId)}
          : <b className="font-medium">{outcomes[outcome]}</b>
        </li>
      ))}
    </ul>
  );
}

/** The name of a customer on this page; undefined for one that is not shown. */
export function toCustomerTitle(customer: SandboxState["customers"][number] | undefined) {
  return customer?.name ?? customer?.email ?? customer?.id;
}

function useOutcomes(): Record<PaymentOutcome, string> {
  const { t } = useTexts("dev");
  return {
    succeeds: t("billing.next.succeeds"),
    fails: t("billing.next.fails"),
    asks: t("billing.next.asks"),
  };
}

interface NextPaymentFormProps {
  label: string;
  failNext: FailNext;
  /** Left out: the next payment of anyone. */
  customerId?: string;
}

/** Three buttons; the outcome that is set is pressed. Without a setting the card decides. */
export function NextPaymentForm({ label, failNext, customerId }: NextPaymentFormProps) {
  const texts = useOutcomes();
  const set = failNext.find((next) => next.customerId === (customerId ?? null))?.outcome;
  return (
    <ControlForm
      intent="next_payment"
      label={label}
      fields={customerId === undefined ? undefined : { customer: customerId }}
    >
      {PAYMENT_OUTCOMES.map((outcome) => (
        <ControlButton key={outcome} name="outcome" value={outcome} isPressed={outcome === set}>
          {texts[outcome]}
        </ControlButton>
      ))}
    </ControlForm>
  );
}

export function WebhookCard({ deliveries }: { deliveries: SandboxDeliveries }) {
  const { t } = useTexts("dev");
  const { count, isHeld, sendsTwice } = deliveries;
  return (
    <Card>
      <CardHeader
        title={t("billing.webhooks.title")}
        description={t("billing.webhooks.hint")}
        actions={
          <span className="flex flex-wrap gap-2">
            {sendsTwice ? <Badge tone="warn">{t("billing.webhooks.duplicate")}</Badge> : null}
            {isHeld ? <Badge tone="warn">{t("billing.webhooks.held")}</Badge> : null}
          </span>
        }
      />
      <CardBody className="grid gap-4">
        <p role="status">
          {count === 0 ? t("billing.webhooks.none_waiting") : t("billing.webhooks.waiting", { count })}{" "}
          {count > 0 && !isHeld ? (
            <TextLink to={paths.devBilling} replace preventScrollReset>
              {t("billing.refresh")}
            </TextLink>
          ) : null}
        </p>
        <ControlForm intent="webhooks" label={t("billing.webhooks.title")}>
          <ControlButton name="action" value="duplicate" isPressed={sendsTwice}>
            {t("billing.webhooks.duplicate")}
          </ControlButton>
          {isHeld ? <ReleaseButtons /> : <HoldButton />}
          {count > 0 ? (
            <ControlButton name="action" value="drop">
              {t("billing.webhooks.drop")}
            </ControlButton>
          ) : null}
        </ControlForm>
      </CardBody>
    </Card>
  );
}

function HoldButton() {
  const { t } = useTexts("dev");
  return (
    <ControlButton name="action" value="hold">
      {t("billing.webhooks.hold")}
    </ControlButton>
  );
}

function ReleaseButtons() {
  const { t } = useTexts("dev");
  return (
    <>
      <ControlButton name="action" value="release">
        {t("billing.webhooks.release")}
      </ControlButton>
      <ControlButton name="action" value="release_reversed">
        {t("billing.webhooks.release_reversed")}
      </ControlButton>
    </>
  );
}
