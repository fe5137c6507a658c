/** /signup/plan: chooses the first plan, or a new one after the last was canceled. `?id=` preselects a plan. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { FormReply } from "~/domain/forms/reply";
import { paths } from "~/domain/paths";
import { needsCard } from "~/domain/plans";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { canTakeCards, createSubscription, readPlans } from "~/services/billing/subscription.server";
import { CardBox } from "~/ui/billing/card-box";
import { PlanChoice } from "~/ui/billing/plan-choice";
import { ActionForm } from "~/ui/form/action-form";
import { keepPage } from "~/ui/form/keep-page";
import { Notice } from "~/ui/kit/notice";
import { AuthLayout } from "~/ui/layout/auth-layout";
import type { PageHandle } from "~/ui/layout/use-page";
import { useIsHydrated, useRoot } from "~/ui/layout/use-page";
import { SignOut } from "~/ui/session/restricted-pages";

export const handle: PageHandle = { title: "common:title.plan", texts: ["billing"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, "/signup/plan", async (context) => {
    const { app, viewer, url } = context;
    const { plans, active } = await readPlans(app.store, viewer);
    // Also after a payment that was confirmed in a tab that has since been closed.
    if (active !== null) throw redirect(paths.dashboard);
    const wanted = url.searchParams.get("id");
    return {
      plans,
      preselected: plans.find(({ id }) => id === wanted)?.id ?? plans[0]?.id ?? "",
      publishableKey: app.payments.publishableKey,
      isSandbox: app.config.stripe === null,
      takesCards: canTakeCards(context),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, "/signup/plan", {
    operation: createSubscription,
    // To the dashboard, not to the introduction: a user who has just paid wants to see the product. The introduction
    // follows at the next sign-in. The page confirms a payment by itself, and then posts the same form again.
    redirectTo: (answer) => ("requires_payment_action" in answer ? null : paths.dashboard),
  });

export const clientAction = keepPage;
export { shouldRevalidate } from "~/ui/form/keep-page";

export default function ChoosePlan() {
  const { locale } = useRoot();
  const { plans } = useLoaderData<typeof loader>();
  const { t } = useTranslation("billing");
  return (
    <AuthLayout
      locale={locale}
      title={t("choose.title")}
      description={plans.length > 0 ? t("choose.description") : undefined}
      isWide
    >
      {plans.length > 0 ? <PlanForm /> : <Notice tone="warn">{t("choose.closed")}</Notice>}
      <SignOut />
    </AuthLayout>
  );
}

function PlanForm() {
  const { locale } = useRoot();
  const { plans, preselected, publishableKey, isSandbox, takesCards } = useLoaderData<typeof loader>();
  const posted = useActionData<FormReply>();
  // Without scripts the page renders again with the submitted values, and the card's error belongs to the submitted plan.
  const sent = posted && !posted.ok ? posted.values?.plan : undefined;
  const [chosen, setChosen] = useState(sent ?? preselected);
  const { t } = useTranslation("billing");
  const isHydrated = useIsHydrated();
  const plan = plans.find(({ id }) => id === chosen);
  return (
    <ActionForm
      schema={() => import("~/domain/forms/billing").then((forms) => forms.planForm)}
      submitLabel={t("choose.submit")}
    >
      <PlanChoice plans={plans} chosen={preselected} onChoose={setChosen} />
      {plan && needsCard(plan) && takesCards ? (
        <CardBox publishableKey={publishableKey} isSandbox={isSandbox} locale={locale} />
      ) : null}
      {plan && needsCard(plan) && !takesCards ? <Notice tone="warn">{t("errors.no_cards")}</Notice> : null}
      {plan && needsCard(plan) ? null : <ScriptNote isShown={!isHydrated && takesCards} />}
    </ActionForm>
  );
}

/** Without scripts the card field cannot follow the choice, so a text beside the plans says which ones need a card. */
function ScriptNote({ isShown }: { isShown: boolean }) {
  const { t } = useTranslation("form");
  if (!isShown) return null;
  return (
    <noscript>
      <p className="text-sm text-muted">{t("card.needs_script")}</p>
    </noscript>
  );
}
