/** The billing page: a banner while the subscription needs attention, and the current plan. */
import { useTranslation } from "react-i18next";
import type { ReactNode } from "react";
import type { SubscriptionStatus, PlanView, SubscriptionView } from "~/domain/plans";
import { formatDate } from "~/domain/locales";
import { formatGroupedNumber } from "~/domain/numbers";
import { paths } from "~/domain/paths";
import { Badge, type Tone } from "../kit/badge";
import { ButtonLink } from "../kit/button";
import { Card, CardBody } from "../kit/card";
import { Notice } from "../kit/notice";
import { formatAmount, formatInterval, type BillingTexts } from "./plan-text";

/** What is wrong and what to do about it. Renders nothing while the subscription is active or trialing. */
export function SubscriptionBanner({ status }: { status: SubscriptionStatus }) {
  const { t } = useTranslation("billing");
  switch (status) {
    case "active":
    case "trialing":
      return null;
    case "requires_payment_method":
      return (
        <Notice tone="bad" title={t("banner.requires_payment_method")}>
          {t("banner.requires_payment_method_what")}
        </Notice>
      );
    case "requires_action":
      return (
        <Notice
          tone="warn"
          title={t("banner.requires_action")}
          action={
            // Loads the whole page again, which reads the status from the provider, with scripts or without.
            <ButtonLink to={paths.billing} reloadDocument size="sm">
              {t("banner.refresh")}
            </ButtonLink>
          }
        >
          {t("banner.requires_action_what")}
        </Notice>
      );
    case "canceled":
      return (
        <Notice
          tone="bad"
          title={t("banner.canceled")}
          action={
            <ButtonLink to={paths.choosePlan} size="sm">
              {t("banner.choose")}
            </ButtonLink>
          }
        >
          {t("banner.canceled_what")}
        </Notice>
      );
  }
}

export interface CurrentPlanProps {
  plan: PlanView;
  subscription: SubscriptionView;
}

/** The plan's name and status, its price, when it renews or ends, and what it includes. The total has no decimals. */
export function CurrentPlan({ plan, subscription }: CurrentPlanProps) {
  const { t, i18n } = useTranslation("billing");
  const texts = { t, locale: i18n.language };
  const { seats, seat_price: seatPrice, currency_symbol: symbol } = subscription.object;
  return (
    <Card>
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-4">
        <div className="min-w-0">
          <h2 className="flex flex-wrap items-center gap-2">
            {plan.name}
            <StatusBadge status={subscription.status} texts={texts} />
          </h2>
          <p className="mt-0.5 text-sm text-muted">{formatPeriod(subscription, texts)}</p>
        </div>
        <p className="text-xl font-semibold tabular-nums">
          {symbol + formatAmount(Math.round((seats * seatPrice) / 100), texts.locale)}
          <span className="text-sm font-normal text-muted"> /{formatInterval(plan, t)}</span>
        </p>
      </header>
      <CardBody>
        <dl className="divide-y divide-line">
          <MembersFact plan={plan} subscription={subscription} texts={texts} />
          <Fact name={t("page.calls")}>
            {plan.api_call_limit === null
              ? t("page.unlimited")
              : t("page.included", { calls: formatGroupedNumber(plan.api_call_limit, texts.locale) })}
          </Fact>
        </dl>
      </CardBody>
    </Card>
  );
}

function StatusBadge({ status, texts: { t } }: { status: SubscriptionStatus; texts: BillingTexts }) {
  const words: Record<SubscriptionStatus, [Tone, string]> = {
    active: ["accent", t("page.current")],
    trialing: ["accent", t("status.trialing")],
    requires_payment_method: ["bad", t("status.requires_payment_method")],
    requires_action: ["warn", t("status.requires_action")],
    canceled: ["neutral", t("status.canceled")],
  };
  const [tone, word] = words[status];
  return <Badge tone={tone}>{word}</Badge>;
}

/** "4 × $12" on a plan per seat; on any other plan the largest number of members. */
function MembersFact({
  plan,
  subscription,
  texts: { t, locale },
}: CurrentPlanProps & { texts: BillingTexts }) {
  const { seats, seat_price: seatPrice, currency_symbol: symbol } = subscription.object;
  if (plan.type === "seat") {
    return (
      <Fact name={t("page.seats")}>{`${seats} × ${symbol}${formatAmount(seatPrice / 100, locale)}`}</Fact>
    );
  }
  const limit = plan.seat_limit === null ? t("page.unlimited") : t("page.up_to", { count: plan.seat_limit });
  return <Fact name={t("page.members")}>{limit}</Fact>;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 gap-y-1 py-2.5">
      <dt className="text-muted">{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}

function formatPeriod({ status, object }: SubscriptionView, { t }: BillingTexts): string {
  const end = object.current_period_end;
  if (end === null) return t("page.free");
  const date = formatDate(end);
  if (status === "canceled") return t("page.ended");
  if (object.cancel_at_period_end) return t("page.ends", { date });
  return status === "trialing" ? t("page.trial_ends", { date }) : t("page.renews", { date });
}
