/** The card of the current plan: its price, when it renews or ends, what is used of it, and what can be done with it. */
import type { ReactNode } from "react";
import type { ApiCallsView } from "~/domain/billing";
import { days } from "~/domain/limits";
import { formatDate } from "~/domain/dates";
import { toMajor } from "~/domain/money";
import { formatGroupedNumber } from "~/domain/numbers";
import { paths } from "~/domain/paths";
import {
  isOverdue,
  needsCard,
  type PlanView,
  type SubscriptionStatus,
  type SubscriptionView,
} from "~/domain/plans";
import { Badge, type Tone } from "../kit/badge";
import { ButtonLink } from "../kit/button";
import { Card, CardBody, CardFooter } from "../kit/card";
import { useTexts } from "../use-texts";
import { CancelPlan } from "./cancel-plan";
import { formatAmount, formatInterval, formatMinor, formatPrice, type BillingTexts } from "./plan-text";
import { ApiCallsMeter } from "./api-calls-meter";

export interface CurrentPlanProps {
  plan: PlanView;
  subscription: SubscriptionView;
  /** The plan that follows when this one is canceled; null when none is on offer. */
  freePlan: PlanView | null;
  account: string;
  members: number;
  apiCalls: ApiCallsView | null;
  /** ISO 8601. */
  now: string;
  /** The next invoice is shown below. */
  hasPreview: boolean;
}

export function CurrentPlan(props: CurrentPlanProps) {
  const { plan, subscription, apiCalls } = props;
  const texts = useTexts("billing");
  const { t } = texts;
  return (
    <Card>
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-4">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-2">
            <h2>{plan.name}</h2>
            <StatusBadge subscription={subscription} texts={texts} />
          </div>
          <p className="mt-0.5 text-sm text-muted">{formatPeriod(props, texts)}</p>
        </div>
        <p className="whitespace-nowrap text-2xl font-semibold tabular-nums">
          {formatTotal(subscription, texts)}
          <span className="text-sm font-normal text-muted"> /{formatInterval(plan, t)}</span>
        </p>
      </header>
      <CardBody>
        <dl className="divide-y divide-line">
          <MembersFact plan={plan} subscription={subscription} texts={texts} />
          <BalanceFact subscription={subscription} texts={texts} />
          {apiCalls ? null : (
            <Fact name={t("page.calls")}>
              {plan.api_call_limit === null
                ? t("page.unlimited")
                : t("page.included", { calls: formatGroupedNumber(plan.api_call_limit, texts.locale) })}
            </Fact>
          )}
        </dl>
        {apiCalls ? <ApiCallsMeter apiCalls={apiCalls} plan={plan} /> : null}
      </CardBody>
      <Actions {...props} />
    </Card>
  );
}

function Actions({ plan, subscription, freePlan, account, members, hasPreview }: CurrentPlanProps) {
  const { t } = useTexts("billing");
  const { status, object } = subscription;
  if (status === "canceled") return null;
  const canCancel = needsCard(plan) && freePlan !== null && !object.cancel_at_period_end;
  const canPreview = needsCard(plan) && !object.cancel_at_period_end;
  return (
    <CardFooter>
      {canCancel ? (
        <CancelPlan
          plan={plan}
          next={freePlan}
          endsAt={object.current_period_end}
          account={account}
          members={members}
          isOverdue={isOverdue(status)}
        />
      ) : null}
      <span className="ml-auto flex flex-wrap justify-end gap-2">
        {canPreview ? (
          <ButtonLink
            size="sm"
            to={hasPreview ? paths.billing : paths.invoicePreview}
            preventScrollReset
            aria-expanded={hasPreview}
            role="button"
          >
            {hasPreview ? t("page.hide_preview") : t("page.show_preview")}
          </ButtonLink>
        ) : null}
        <ButtonLink size="sm" variant="primary" to={paths.upgrade}>
          {needsCard(plan) ? t("page.change") : t("page.upgrade")}
        </ButtonLink>
      </span>
    </CardFooter>
  );
}

function StatusBadge({
  subscription,
  texts: { t },
}: {
  subscription: SubscriptionView;
  texts: BillingTexts;
}) {
  if (subscription.object.cancel_at_period_end && subscription.status !== "canceled")
    return <Badge tone="warn">{t("status.ending")}</Badge>;
  const words: Record<SubscriptionStatus, [Tone, string]> = {
    active: ["accent", t("page.current")],
    trialing: ["accent", t("status.trialing")],
    requires_payment_method: ["bad", t("status.requires_payment_method")],
    requires_action: ["warn", t("status.requires_action")],
    canceled: ["neutral", t("status.canceled")],
  };
  const [tone, word] = words[subscription.status];
  return <Badge tone={tone}>{word}</Badge>;
}

/** "4 × $12" on a plan per seat; on any other plan the largest number of members. */
function MembersFact({
  plan,
  subscription,
  texts: { t, locale },
}: Pick<CurrentPlanProps, "plan" | "subscription"> & { texts: BillingTexts }) {
  const { seats, seat_price: seatPrice, currency_symbol: symbol, currency } = subscription.object;
  if (plan.type === "seat") {
    const price = symbol + formatAmount(toMajor(seatPrice, currency), locale);
    return <Fact name={t("page.seats")}>{`${seats} × ${price}`}</Fact>;
  }
  const limit = plan.seat_limit === null ? t("page.unlimited") : t("page.up_to", { count: plan.seat_limit });
  return <Fact name={t("page.members")}>{limit}</Fact>;
}

/** The balance that the next invoices begin with. Nothing as a rule. */
function BalanceFact({
  subscription: { object },
  texts: { t, locale },
}: Pick<CurrentPlanProps, "subscription"> & { texts: BillingTexts }) {
  const { balance } = object;
  if (!balance) return null;
  return (
    <Fact name={balance.amount < 0 ? t("page.credit") : t("page.owed")}>
      {formatMinor(Math.abs(balance.amount), balance.currency, locale)}
    </Fact>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 gap-y-1 py-2.5">
      <dt className="text-muted">{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}

/** The price of a period for all seats, without decimals. */
function formatTotal({ object }: SubscriptionView, { locale }: BillingTexts): string {
  const total = toMajor(object.seats * object.seat_price, object.currency);
  return object.currency_symbol + formatAmount(Math.round(total), locale);
}

function formatPeriod({ plan, subscription, now, freePlan }: CurrentPlanProps, texts: BillingTexts): string {
  const { t, locale } = texts;
  const { status, object } = subscription;
  const end = object.current_period_end;
  if (end === null) return t("page.free");
  const date = formatDate(end, locale);
  if (status === "canceled") return t("page.ended");
  if (object.cancel_at_period_end) {
    return object.next_plan !== null && object.next_plan === freePlan?.id
      ? t("page.ends_then", { date, plan: freePlan.name })
      : t("page.ends", { date });
  }
  if (status === "trialing") {
    const left = Math.max(0, Math.ceil((Date.parse(end) - Date.parse(now)) / days(1)));
    const price = `${formatTotal(subscription, texts)}/${formatInterval(plan, t)}`;
    return t("page.trial_left", { count: left, price, date });
  }
  if (plan.type !== "seat") return t("page.renews", { date });
  return t("page.seat_renews", {
    price: formatPrice(plan.price, plan, texts),
    interval: formatInterval(plan, t),
    date,
  });
}
