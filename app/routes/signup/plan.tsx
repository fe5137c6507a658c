/** /signup/plan: chooses the first plan, or a new one after the last was canceled. `?id=` preselects a plan. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { planForm } from "~/domain/forms/billing";
import { listFields } from "~/domain/forms/rules";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { parseChoice, readCheckout } from "~/services/billing/checkout.server";
import { hasLivePlan } from "~/services/billing/intents/intents.server";
import { createSubscription } from "~/services/billing/orders/subscription.server";
import { Checkout } from "~/ui/billing/checkout";
import { Notice } from "~/ui/kit/notice";
import { AuthLayout } from "~/ui/layout/auth-layout";
import type { PageHandle } from "~/ui/use-page";
import { SignOut } from "~/ui/session/sign-out";
import { useTexts } from "~/ui/use-texts";

export const handle: PageHandle = { title: "common:title.plan", texts: ["billing"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.choosePlan, (context) => {
    // Also after a payment that was confirmed in a tab that has since been closed.
    if (hasLivePlan(context.viewer.subscription)) throw redirect(paths.dashboard);
    const { searchParams } = context.url;
    return readCheckout(context, { ...parseChoice(searchParams), isPaidOnly: false });
  });

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.choosePlan, {
    operation: createSubscription,
    pick: listFields(planForm),
    redirectTo: (_answer, { viewer }) => (viewer.user.onboardedAt ? paths.dashboard : paths.welcome),
  });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function ChoosePlan() {
  const offer = useLoaderData<typeof loader>();
  const { t } = useTexts("billing");
  const isOpen = offer.plans.length > 0;
  return (
    <AuthLayout title={t("choose.title")} description={isOpen ? t("choose.description") : undefined} isWide>
      {isOpen ? (
        <Checkout offer={offer} toUrl={paths.choosePlanWith} />
      ) : (
        <Notice tone="warn">{t("choose.closed")}</Notice>
      )}
      <SignOut />
    </AuthLayout>
  );
}
