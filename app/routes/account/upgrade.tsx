/** /account/upgrade: changes to a paid plan. `?plan=` preselects one, and `?code=` adds a promotion code to the price. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation, useNavigate } from "@remix-run/react";
import { useEffect, useState } from "react";
import { ACCEPT_FIELD, LOSS_FIELD } from "~/domain/checkout";
import { planForm } from "~/domain/forms/billing";
import { listFields } from "~/domain/forms/rules";
import { UPGRADE_REDIRECT_MS } from "~/domain/limits";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import type { Fields } from "~/http/reply.server";
import { parseChoice, readCheckout, requireAcceptedLoss } from "~/services/billing/checkout.server";
import { upgradePlan } from "~/services/billing/orders/plan-changes.server";
import { runOperation } from "~/services/platform/operation.server";
import { Checkout } from "~/ui/billing/checkout";
import { ButtonLink } from "~/ui/kit/button";
import { Card, CardBody } from "~/ui/kit/card";
import { EmptyState } from "~/ui/kit/empty-state";
import { Breadcrumbs, PageHeader } from "~/ui/layout/page-header";
import { Notice } from "~/ui/kit/notice";
import { useIsHydrated, type PageHandle } from "~/ui/use-page";
import { useTexts } from "~/ui/use-texts";

export const handle: PageHandle = { title: "common:title.upgrade", texts: ["billing"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.upgrade, (context) => {
    const { searchParams } = context.url;
    return readCheckout(context, { ...parseChoice(searchParams), isPaidOnly: true });
  });

/** Only a page whose scripts run sends it: that page shows the success before it goes on. */
const STAYS = { stays: "1" };

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.upgrade, {
    operation: upgradePlan,
    toInput: pickPlanFields,
    async run({ [LOSS_FIELD]: seen, [ACCEPT_FIELD]: accepted, ...input }, context) {
      const plan = String(input.plan);
      await requireAcceptedLoss(context, { plan, isAccepted: seen === plan && Boolean(accepted) });
      return runOperation(upgradePlan, input, context);
    },
    redirectTo: (_answer, _context, { stays }) => (stays === STAYS.stays ? null : paths.dashboard),
  });

const pickPlanFields = (fields: Fields): Fields =>
  Object.fromEntries([...listFields(planForm), LOSS_FIELD, ACCEPT_FIELD].map((name) => [name, fields[name]]));

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function Upgrade() {
  const offer = useLoaderData<typeof loader>();
  const { t } = useTexts("billing");
  const isHydrated = useIsHydrated();
  const location = useLocation();
  // The server does not know it, so it is not there after a reload. Another choice of plan leaves it where it is.
  const [reason] = useState(() => (isHydrated ? readReason(location.state) : null));
  const [isDone, setIsDone] = useState(false);
  return (
    <>
      <PageHeader
        above={
          <Breadcrumbs
            crumbs={[{ label: t("page.title"), link: paths.billing }, { label: t("upgrade.title") }]}
          />
        }
        title={t("upgrade.title")}
        description={t("upgrade.description")}
      />
      {reason !== null && !isDone ? (
        <Notice tone="warn" className="mb-6">
          {reason}
        </Notice>
      ) : null}
      {isDone ? <Done /> : null}
      {!isDone && offer.plans.length > 0 ? (
        <Checkout
          offer={offer}
          toUrl={paths.upgradeWith}
          fields={isHydrated ? STAYS : undefined}
          onDone={() => setIsDone(true)}
        />
      ) : null}
      {offer.plans.length > 0 ? null : <Notice tone="warn">{t("choose.closed")}</Notice>}
    </>
  );
}

/**
 * Why the central handler has led here, in the user's language. It is not in the URL, where anyone could write a sentence for
 * this page.
 */
function readReason(state: unknown): string | null {
  const reason = typeof state === "object" && state !== null && "reason" in state ? state.reason : null;
  return typeof reason === "string" && reason !== "" ? reason : null;
}

/** The success, until the dashboard follows by itself. */
function Done() {
  const { t } = useTexts("billing");
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => navigate(paths.dashboard), UPGRADE_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <Card>
      <CardBody isAlone>
        <EmptyState
          icon="circle-check"
          text={t("upgrade.done")}
          action={<ButtonLink to={paths.dashboard}>{t("upgrade.to_dashboard")}</ButtonLink>}
        />
      </CardBody>
    </Card>
  );
}
