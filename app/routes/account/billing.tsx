/** /account/billing: what the account is subscribed to. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { handleLoader } from "~/http/loader.server";
import { readSubscription } from "~/services/billing/subscription.server";
import { CurrentPlan, SubscriptionBanner } from "~/ui/billing/current-plan";
import { PageHeader } from "~/ui/kit/page-header";
import type { PageHandle } from "~/ui/layout/use-page";

export const handle: PageHandle = { title: "common:title.billing", texts: ["billing"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, "/account/billing", async ({ app, viewer }) => ({
    ...(await readSubscription(app.store, viewer)),
    account: viewer.account.name,
  }));

export { shouldRevalidate } from "~/ui/form/keep-page";

export default function Billing() {
  const { account, plan, subscription } = useLoaderData<typeof loader>();
  const { t } = useTranslation("billing");
  return (
    <>
      <PageHeader title={t("page.title")} description={t("page.description", { account })} />
      <div className="grid gap-4">
        <SubscriptionBanner status={subscription.status} />
        <CurrentPlan plan={plan} subscription={subscription} />
      </div>
    </>
  );
}
