/** /account/webhooks/create: the form of a new endpoint, and then its signing secret, once. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { canSendToThisMachine } from "~/services/webhooks/endpoint-rules.server";
import { isLapsed } from "~/services/platform/viewer.server";
import { createEndpoint } from "~/services/webhooks/endpoints.server";
import { Section } from "~/ui/kit/card";
import { Notice } from "~/ui/kit/notice";
import { Breadcrumbs, PageHeader } from "~/ui/layout/page-header";
import type { PageHandle } from "~/ui/use-page";
import { useTexts } from "~/ui/use-texts";
import { CreateForm } from "~/ui/webhooks/endpoint-form";
import { IssuedSecretCard, useIssuedSecret } from "~/ui/webhooks/issued-secret";

export const handle: PageHandle = { title: "common:title.webhook_create", texts: ["webhooks"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.createWebhook, ({ app, viewer }) => ({
    canBeLocal: canSendToThisMachine(app),
    isLapsed: isLapsed(viewer),
  }));

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.createWebhook, { operation: createEndpoint, redirectTo: () => null });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function WebhookCreate() {
  const { canBeLocal, isLapsed } = useLoaderData<typeof loader>();
  const [issued, takeIssued] = useIssuedSecret();
  const { t } = useTexts("webhooks");
  const crumbs = [{ label: t("title"), link: paths.webhooks }, { label: t("form.title") }];
  return (
    <>
      <PageHeader
        title={t("form.title")}
        description={issued ? undefined : t("form.intro")}
        above={<Breadcrumbs crumbs={crumbs} />}
      />
      <Section width="lg">
        {issued ? <IssuedSecretCard issued={issued} /> : null}
        {isLapsed && !issued ? <Notice tone="warn">{t("notice.lapsed")}</Notice> : null}
        {isLapsed || issued ? null : <CreateForm canBeLocal={canBeLocal} onDone={takeIssued} />}
      </Section>
    </>
  );
}
