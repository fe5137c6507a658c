/** /account/webhooks: the endpoints that receive the account's events. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paths } from "~/domain/paths";
import { handleLoader } from "~/http/loader.server";
import { isLapsed } from "~/services/platform/viewer.server";
import { readEndpoints } from "~/services/webhooks/endpoints.server";
import { ButtonLink } from "~/ui/kit/button";
import { Card, Section } from "~/ui/kit/card";
import { EmptyState } from "~/ui/kit/empty-state";
import { Notice } from "~/ui/kit/notice";
import { PageHeader } from "~/ui/layout/page-header";
import type { PageHandle } from "~/ui/use-page";
import { useTexts } from "~/ui/use-texts";
import { EndpointsTable } from "~/ui/webhooks/endpoints-table";
import { toAccountName } from "~/services/platform/account-name.server";
import { WEBHOOK_ENDPOINTS_MAX } from "~/domain/webhook-endpoints";

export const handle: PageHandle = { title: "common:title.webhooks", texts: ["webhooks", "data"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.webhooks, async ({ app, viewer, locale }) => {
    return {
      endpoints: await readEndpoints(app.store, viewer.account.id),
      account: toAccountName(viewer.account, locale),
      isLapsed: isLapsed(viewer),
    };
  });

export { shouldRevalidate } from "~/ui/form/keep-page";

export default function Webhooks() {
  const { endpoints, account, isLapsed } = useLoaderData<typeof loader>();
  const { t } = useTexts("webhooks");
  const isFull = endpoints.length >= WEBHOOK_ENDPOINTS_MAX;
  const create = (label: string) =>
    isLapsed || isFull ? null : (
      <ButtonLink to={paths.createWebhook} variant="primary">
        {label}
      </ButtonLink>
    );
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("description", { account })}
        actions={endpoints.length > 0 ? create(t("create")) : null}
      />
      <Section>
        {isLapsed ? <Notice tone="warn">{t("notice.lapsed")}</Notice> : null}
        {isFull ? <Notice>{t("limit", { count: WEBHOOK_ENDPOINTS_MAX })}</Notice> : null}
        {endpoints.some(({ status }) => status === "disabled") ? (
          <Notice tone="bad">{t("notice.some_disabled")}</Notice>
        ) : null}
        {endpoints.length > 0 ? (
          <EndpointsTable endpoints={endpoints} />
        ) : (
          <Card>
            <EmptyState icon="webhook" text={t("empty")} action={create(t("first"))} />
          </Card>
        )}
      </Section>
    </>
  );
}
