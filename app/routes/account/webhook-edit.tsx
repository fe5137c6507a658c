/** /account/webhooks/edit?id=: one endpoint with the log of its deliveries; `&delivery=` shows one of them in detail. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { parsePagePosition } from "~/domain/paging";
import { paths } from "~/domain/paths";
import { handleAction, toSamePage } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import {
  readEndpointPage,
  replayWebhookDelivery,
  sendTestEvent,
} from "~/services/webhooks/deliveries.server";
import { canSendToThisMachine } from "~/services/webhooks/endpoint-rules.server";
import { deleteEndpoint, rotateSecret, updateEndpoint } from "~/services/webhooks/endpoints.server";
import { TEST_EVENT } from "~/domain/webhook-endpoints";
import { useSent } from "~/ui/form/post-form";
import { Badge } from "~/ui/kit/badge";
import { Section } from "~/ui/kit/card";
import { Breadcrumbs, PageHeader } from "~/ui/layout/page-header";
import type { PageHandle } from "~/ui/use-page";
import { useTexts } from "~/ui/use-texts";
import { DeliveryCard, DeliveryLog, useDeliveryRefresh } from "~/ui/webhooks/delivery-log";
import { DeleteCard, RotateCard, StateNotice, SwitchCard, TestCard } from "~/ui/webhooks/endpoint-cards";
import { SettingsCard } from "~/ui/webhooks/endpoint-form";
import { ENDPOINT_TONES } from "~/ui/webhooks/endpoints-table";
import { IssuedSecretCard, useIssuedSecret } from "~/ui/webhooks/issued-secret";

export const handle: PageHandle = { title: "common:title.webhook_edit", texts: ["webhooks", "data"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.editWebhook, async ({ app, viewer, url: { searchParams: query } }) => {
    const at = parsePagePosition(query);
    const [id, delivery] = [query.get("id") ?? "", query.get("delivery")];
    const page = await readEndpointPage(app.store, viewer, { id, delivery, at });
    if (!page) throw redirect(paths.notFound);
    return { ...page, canBeLocal: canSendToThisMachine(app) };
  });

const failTo = toSamePage(paths.editWebhook);

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.editWebhook, {
    // Without a box that is checked, a browser sends no event at all: that is an error, and no change to be left out.
    save: {
      operation: updateEndpoint,
      toInput: ({ active: _ignored, ...fields }) => ({ events: [], ...fields }),
    },
    switch: {
      operation: updateEndpoint,
      pick: ["id", "active"],
      failTo,
      undo: ({ id, active }) => (active ? null : { id, active: "true" }),
    },
    test: { operation: sendTestEvent, pick: ["id"], failTo },
    replay: { operation: replayWebhookDelivery, pick: ["id", "delivery"], failTo },
    rotate: { operation: rotateSecret, pick: ["id"], redirectTo: () => null },
    delete: { operation: deleteEndpoint, pick: ["id"], redirectTo: () => paths.webhooks },
  });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function WebhookEdit() {
  const { endpoint, hasFailedOnce, deliveries, delivery, next, previous, canBeLocal } =
    useLoaderData<typeof loader>();
  useDeliveryRefresh(delivery ? [delivery, ...deliveries] : deliveries);
  const [issued, takeIssued, forgetIssued] = useIssuedSecret();
  const { t } = useTexts("webhooks");
  const { id, url, description, status } = endpoint;
  const sent = useSent("switch").at(-1)?.get("active");
  const active = sent == null ? endpoint.active : sent === "true";
  const name = description || new URL(url).host;
  const test = previous === null ? deliveries.find(({ type }) => type === TEST_EVENT) : undefined;
  return (
    <>
      <PageHeader
        title={name}
        description={
          <span className="flex flex-wrap items-center gap-2">
            <Badge tone={ENDPOINT_TONES[status]}>{t(`status.${status}`)}</Badge>
            <span className="min-w-0 [overflow-wrap:anywhere]">{url}</span>
          </span>
        }
        above={<Breadcrumbs crumbs={[{ label: t("title"), link: paths.webhooks }, { label: name }]} />}
      />
      <Section width="lg">
        {issued ? <IssuedSecretCard issued={issued} onClose={forgetIssued} /> : null}
        <StateNotice endpoint={endpoint} hasFailedOnce={hasFailedOnce} />
        {delivery ? <DeliveryCard endpointId={id} delivery={delivery} canReplay={active} /> : null}
        <DeliveryLog endpointId={id} deliveries={deliveries} next={next} previous={previous} />
        {active ? <TestCard endpoint={endpoint} test={test} /> : null}
        {/* Again after a change, so that the fields start with what is stored. */}
        <SettingsCard
          key={JSON.stringify([url, description, endpoint.events])}
          endpoint={endpoint}
          canBeLocal={canBeLocal}
        />
        {issued ? null : <RotateCard endpoint={endpoint} onDone={takeIssued} />}
        <SwitchCard endpoint={endpoint} isOn={active} />
        <DeleteCard endpoint={endpoint} />
      </Section>
    </>
  );
}
