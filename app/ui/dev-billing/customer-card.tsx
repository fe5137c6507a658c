/** One customer of the payment sandbox: card, balance, subscriptions, invoices, disputes, and how their next payment ends. */
import type { ReactNode } from "react";
import { formatMoney } from "~/domain/money";
import type { SandboxCustomer, SandboxInvoice, SandboxSubscription } from "~/domain/payment-sandbox";
import { Badge } from "../kit/badge";
import { Card, CardBody, CardFooter, CardHeader } from "../kit/card";
import { linkClass } from "../kit/text-link";
import { Time, TimeInText } from "../kit/time";
import { useTexts } from "../use-texts";
import { ControlButton, ControlForm, StatusBadge, toIso } from "./control-form";
import { CustomerDisputes, DisputeForm } from "./customer-disputes";
import { NextPaymentForm, toCustomerTitle, type FailNext } from "./sandbox-cards";

export function CustomerCard({ customer, failNext }: { customer: SandboxCustomer; failNext: FailNext }) {
  const { t } = useTexts("dev");
  const { id, email, card, subscriptions, invoices, disputes } = customer;
  const title = toCustomerTitle(customer) ?? id;
  return (
    <Card>
      <CardHeader
        title={title}
        description={title === email ? id : email}
        actions={
          failNext.some(({ customerId }) => customerId === id) ? (
            <Badge tone="warn">{t("billing.next.armed")}</Badge>
          ) : null
        }
      />
      <CardBody className="grid gap-4">
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          <Fact name={t("billing.customers.card")}>
            {card ? `${card.brand} •••• ${card.last4}` : t("billing.customers.no_card")}
          </Fact>
          <Fact name={t("billing.customers.balance")}>
            <Balance customer={customer} />
          </Fact>
        </dl>
        {subscriptions.map((subscription) => (
          <SubscriptionRow key={subscription.id} subscription={subscription} />
        ))}
        {invoices.length > 0 ? <Invoices invoices={invoices} /> : null}
        {disputes.length > 0 ? <CustomerDisputes disputes={disputes} /> : null}
      </CardBody>
      <CardFooter>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <span className="text-sm text-muted sm:w-24">{t("billing.next.title")}</span>
          <NextPaymentForm
            label={t("billing.next.of", { name: title })}
            customerId={id}
            failNext={failNext}
          />
        </div>
        <DisputeForm customer={customer} label={t("billing.disputes.of", { name: title })} />
        {subscriptions.some(({ status }) => status === "trialing") ? (
          <ControlForm intent="clock" label={t("billing.clock.title")} fields={{ customer: id }}>
            <ControlButton name="to" value="trial_end">
              {t("billing.clock.trial_end")}
            </ControlButton>
          </ControlForm>
        ) : null}
      </CardFooter>
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}

/** The sandbox keeps one balance a customer, in the currency of the invoices. */
function Balance({ customer: { balance, invoices } }: { customer: SandboxCustomer }) {
  const { t, locale } = useTexts("dev");
  const amount = formatMoney(Math.abs(balance), invoices[0]?.currency ?? "usd", locale);
  return balance < 0 ? t("billing.customers.credit", { amount }) : amount;
}

function SubscriptionRow({ subscription }: { subscription: SandboxSubscription }) {
  const { plan, quantity, status } = subscription;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="font-medium">{`${plan} × ${quantity}`}</span>
      <StatusBadge status={status} />
      <span className="text-sm text-muted">
        <SubscriptionEnd subscription={subscription} />
      </span>
    </div>
  );
}

function SubscriptionEnd({ subscription }: { subscription: SandboxSubscription }) {
  const { t } = useTexts("dev");
  const { status, trialEnd, periodEnd, cancelAtPeriodEnd } = subscription;
  const end = status === "trialing" ? trialEnd : periodEnd;
  if (end === null || ENDED.has(status)) return null;
  return (
    <>
      {status === "trialing" ? (
        <TimeInText iso={toIso(end)}>{(date) => t("billing.customers.trial_end", { date })}</TimeInText>
      ) : (
        <TimeInText iso={toIso(end)}>{(date) => t("billing.customers.period_end", { date })}</TimeInText>
      )}
      {cancelAtPeriodEnd ? ` · ${t("billing.customers.ends_then")}` : null}
    </>
  );
}

const ENDED = new Set(["canceled", "incomplete_expired"]);

function Invoices({ invoices }: { invoices: readonly SandboxInvoice[] }) {
  const { t } = useTexts("dev");
  return (
    <details>
      <summary className="cursor-pointer font-medium">
        {t("billing.customers.invoices", { count: invoices.length })}
      </summary>
      <ul className="mt-2 divide-y divide-line">
        {invoices.map((invoice) => (
          <InvoiceRow key={invoice.id} invoice={invoice} />
        ))}
      </ul>
    </details>
  );
}

function InvoiceRow({ invoice }: { invoice: SandboxInvoice }) {
  const { t, locale } = useTexts("dev");
  const { id, number, status, total, currency, created, pdf, nextPaymentAttempt: retry } = invoice;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <span className="min-w-0 break-all">{number ?? id}</span>
      {status === null ? null : <StatusBadge status={status} />}
      <span className="tabular-nums">{formatMoney(total, currency, locale)}</span>
      <span className="text-sm text-muted">
        <Time iso={toIso(created)} />
      </span>
      {retry === null ? null : (
        <span className="text-sm text-muted">
          <TimeInText iso={toIso(retry)}>{(date) => t("billing.customers.retry", { date })}</TimeInText>
        </span>
      )}
      {pdf === null ? null : (
        <a href={pdf} target="_blank" rel="noreferrer" className={`${linkClass} ml-auto`}>
          {t("billing.customers.pdf")}
          <span className="sr-only"> {t("billing.customers.new_tab")}</span>
        </a>
      )}
    </li>
  );
}
