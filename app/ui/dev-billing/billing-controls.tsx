/** /dev/billing: the clock, the next payments and the webhooks of the payment sandbox, its customers and its events. */
import { useActionData } from "@remix-run/react";
import type { FormReply } from "~/domain/forms/reply";
import type { SandboxState } from "~/domain/payment-sandbox";
import { paths } from "~/domain/paths";
import { ButtonLink } from "../kit/button";
import { Card, CardBody } from "../kit/card";
import { Icon } from "../kit/icon";
import { Notice } from "../kit/notice";
import { StandInLayout } from "../layout/stand-in-layout";
import { useAutoRefresh } from "../session/use-auto-refresh";
import { useTexts } from "../use-texts";
import { CustomerCard } from "./customer-card";
import { EventList } from "./event-list";
import { ClockCard, NextPaymentCard, WebhookCard } from "./sandbox-cards";

interface BillingControlsProps {
  sandbox: SandboxState;
  /** The product's own clock. ISO 8601. */
  now: string;
  /** Whether /dev/mail is there too. */
  hasMails: boolean;
}

export function BillingControls({ sandbox, now, hasMails }: BillingControlsProps) {
  const { t } = useTexts("dev");
  const { customers, deliveries } = sandbox;
  useAutoRefresh(deliveries.count > 0 && !deliveries.isHeld);
  return (
    <StandInLayout page="billing" note={t("billing.note")} hasOther={hasMails}>
      <RefusedNotice />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>{t("billing.title")}</h1>
        <ButtonLink to={paths.devBilling} replace size="sm">
          <Icon name="refresh-cw" />
          {t("billing.refresh")}
        </ButtonLink>
      </div>
      {customers.length === 0 ? <NoCustomers /> : null}
      <ClockCard sandbox={sandbox} now={now} />
      <NextPaymentCard failNext={sandbox.failNext} customers={customers} />
      <WebhookCard deliveries={deliveries} />
      {customers.map((customer) => (
        <CustomerCard key={customer.id} customer={customer} failNext={sandbox.failNext} />
      ))}
      {sandbox.hasMoreCustomers ? (
        <p className="text-muted">{t("billing.customers.more", { count: customers.length })}</p>
      ) : null}
      <EventList events={sandbox.events} isHeld={deliveries.isHeld} />
    </StandInLayout>
  );
}

/** Why the sandbox refused a button, for a browser without scripts; with scripts it is a notification. */
function RefusedNotice() {
  const reply = useActionData<FormReply>();
  return reply && !reply.ok ? <Notice tone="bad">{reply.message}</Notice> : null;
}

function NoCustomers() {
  const { t } = useTexts("dev");
  return (
    <Card>
      <CardBody isAlone className="grid justify-items-center gap-1 py-10 text-center">
        <Icon name="users" className="mb-2 size-6 text-faint" />
        <h2>{t("billing.customers.empty_title")}</h2>
        <p className="max-w-md text-balance text-muted">{t("billing.customers.empty_text")}</p>
        <ButtonLink to={paths.signUp} variant="primary" size="sm" className="mt-3">
          {t("billing.customers.sign_up")}
        </ButtonLink>
      </CardBody>
    </Card>
  );
}
