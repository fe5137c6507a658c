/** /account/billing: the plan, the card and the invoices of the account, by `?tab=`. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { billingDetailsForm } from "~/domain/forms/billing-details";
import { listFields } from "~/domain/forms/rules";
import { paths } from "~/domain/paths";
import { isOverdue } from "~/domain/plans";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { updateBillingDetails } from "~/services/billing/orders/billing-details.server";
import { readBillingPage } from "~/services/billing/billing-page.server";
import { updateCard } from "~/services/billing/orders/card.server";
import { payInvoices } from "~/services/billing/orders/invoices.server";
import { changePlan } from "~/services/billing/orders/plan-changes.server";
import { ResumeNotice } from "~/ui/billing/cancel-plan";
import { CardTab } from "~/ui/billing/card-tab";
import { CurrentPlan } from "~/ui/billing/current-plan";
import { DetailsForm } from "~/ui/billing/details-form";
import { NextInvoice } from "~/ui/billing/invoice-preview";
import { DisputeNotices, DisputesTable } from "~/ui/billing/disputes";
import { InvoicesTable, RecentInvoices } from "~/ui/billing/invoices-table";
import { OverLimitNotice } from "~/ui/billing/over-limit-notice";
import { PendingChangeNotice } from "~/ui/billing/pending-change";
import { SubscriptionBanner } from "~/ui/billing/subscription-banner";
import { Section } from "~/ui/kit/card";
import { LinkTabs } from "~/ui/kit/link-tabs";
import { PageHeader } from "~/ui/layout/page-header";
import { useRoot, type PageHandle } from "~/ui/use-page";
import { useTexts } from "~/ui/use-texts";
import { toAccountName } from "~/services/platform/account-name.server";

export const handle: PageHandle = { title: "common:title.billing", texts: ["billing", "data"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.billing, async (context) => ({
    ...(await readBillingPage(context, context.url.searchParams)),
    account: toAccountName(context.viewer.account, context.locale),
  }));

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.billing, {
    cancel: { operation: changePlan, pick: ["plan"], redirectTo: () => paths.billing },
    resume: { operation: changePlan, pick: ["plan"], redirectTo: () => paths.billing },
    pay: { operation: payInvoices, pick: [], redirectTo: () => paths.billing },
    "change-card": {
      operation: updateCard,
      pick: ["token", "payment_intent", "setup_intent"],
      redirectTo: () => paths.billingCard,
    },
    "change-details": {
      operation: updateBillingDetails,
      pick: listFields(billingDetailsForm),
      // Without a redirect a card that is being entered next to it stays as it is.
      redirectTo: () => null,
    },
  });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function Billing() {
  const data = useLoaderData<typeof loader>();
  const { account, subscription, plan, isPaid, provider, pendingChange, overLimit, shown } = data;
  const { locale } = useRoot();
  const { t } = useTexts("billing");
  const isEnding = subscription.object.cancel_at_period_end && subscription.status !== "canceled";
  return (
    <>
      <PageHeader title={t("page.title")} description={t("page.description", { account })} />
      {isPaid ? <Tabs /> : null}
      <Section>
        <OverLimitNotice overLimit={overLimit} removeAt={paths.users} canChoosePlan />
        <SubscriptionBanner status={subscription.status} provider={{ ...provider, locale }} />
        <DisputeNotices disputes={data.openDisputes} />
        {pendingChange ? (
          <PendingChangeNotice change={pendingChange} provider={{ ...provider, locale }} />
        ) : null}
        {isEnding ? (
          <ResumeNotice
            plan={plan}
            endsAt={subscription.object.current_period_end}
            isOverdue={isOverdue(subscription.status)}
          />
        ) : null}
        {shown.tab === "plan" ? <PlanTab /> : null}
        {shown.tab === "card" ? <CardAndDetails /> : null}
        {shown.tab === "invoices" ? (
          <>
            <InvoicesTable
              invoices={shown.invoices}
              pages={{ tab: "invoices", next: shown.next, previous: shown.previous }}
            />
            <DisputesTable disputes={shown.disputes} />
          </>
        ) : null}
      </Section>
    </>
  );
}

function Tabs() {
  const { shown } = useLoaderData<typeof loader>();
  const { t } = useTexts("billing");
  return (
    <LinkTabs
      label={t("tabs.label")}
      tabs={[
        { link: paths.billing, label: t("tabs.plan"), isActive: shown.tab === "plan" },
        { link: paths.billingCard, label: t("tabs.card"), isActive: shown.tab === "card" },
        { link: paths.billingInvoices, label: t("tabs.invoices"), isActive: shown.tab === "invoices" },
      ]}
    />
  );
}

function PlanTab() {
  const { account, plan, subscription, now, shown } = useLoaderData<typeof loader>();
  if (shown.tab !== "plan") return null;
  const { freePlan, members, apiCalls, hasPreview, preview, invoices } = shown;
  return (
    <>
      <CurrentPlan
        plan={plan}
        subscription={subscription}
        freePlan={freePlan}
        account={account}
        members={members}
        apiCalls={apiCalls}
        now={now}
        hasPreview={hasPreview}
      />
      {hasPreview ? <NextInvoice preview={preview} /> : null}
      <RecentInvoices invoices={invoices} />
    </>
  );
}

function CardAndDetails() {
  const { provider, takesCards, shown } = useLoaderData<typeof loader>();
  const { locale } = useRoot();
  if (shown.tab !== "card") return null;
  return (
    <Section width="lg">
      <CardTab card={shown.card} provider={{ ...provider, locale }} takesCards={takesCards} />
      <DetailsForm details={shown.details} countries={shown.countries} />
    </Section>
  );
}
