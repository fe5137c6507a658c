/** /account/apikeys/create: the form of a new API key, and then the key itself, once. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { createKey } from "~/services/keys/create-key.server";
import { findKeyLimit, readKeyForm } from "~/services/keys/key-pages.server";
import { isLapsed } from "~/services/platform/viewer.server";
import { ActionForm, SubmitButton } from "~/ui/form/action-form";
import { ReauthenticationField } from "~/ui/form/reauthentication-field";
import { IssuedKeyCard, useIssuedKey } from "~/ui/keys/issued-key";
import { KeyFields } from "~/ui/keys/key-fields";
import { ButtonLink } from "~/ui/kit/button";
import { Card, CardBody, Section } from "~/ui/kit/card";
import { Notice } from "~/ui/kit/notice";
import { Breadcrumbs, PageHeader } from "~/ui/layout/page-header";
import { TextLink } from "~/ui/kit/text-link";
import type { PageHandle } from "~/ui/use-page";
import { useTexts } from "~/ui/use-texts";

export const handle: PageHandle = { title: "common:title.api_key_create", texts: ["keys", "account"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.createApiKey, async ({ app, viewer, translator }) => {
    const [form, limit] = await Promise.all([readKeyForm(app, viewer), findKeyLimit(app, viewer)]);
    return {
      ...form,
      limit: limit && { text: translator.message(limit.message), plan: viewer.isOwner ? limit.plan : null },
      appUrl: app.config.appUrl,
      isLapsed: isLapsed(viewer),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.createApiKey, { operation: createKey, redirectTo: () => null });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function ApiKeyCreate() {
  const { limit, appUrl, isLapsed } = useLoaderData<typeof loader>();
  const [issued, takeIssued] = useIssuedKey();
  const { t } = useTexts("keys");
  const crumbs = [{ label: t("title"), link: paths.apiKeys }, { label: t("form.title") }];
  return (
    <>
      <PageHeader
        title={t("form.title")}
        description={issued ? undefined : t("form.description")}
        above={<Breadcrumbs crumbs={crumbs} />}
      />
      <Section width="lg">
        {issued ? <IssuedKeyCard issued={issued} appUrl={appUrl} /> : null}
        {isLapsed && !issued ? <Notice tone="warn">{t("notice.lapsed")}</Notice> : null}
        {limit && !isLapsed && !issued ? <LimitNotice {...limit} /> : null}
        {isLapsed || limit || issued ? null : <CreateForm onDone={takeIssued} />}
      </Section>
    </>
  );
}

function LimitNotice({ text, plan }: { text: string; plan: string | null }) {
  const { t } = useTexts("keys");
  const action = plan ? (
    <ButtonLink to={paths.upgradeTo(plan)} size="sm">
      {t("limit.see_plan")}
    </ButtonLink>
  ) : null;
  return (
    <Notice tone="warn" action={action}>
      {text}
    </Notice>
  );
}

function CreateForm({ onDone }: { onDone: ReturnType<typeof useIssuedKey>[1] }) {
  const { scopes, today, suggestedEnd, reauthentication } = useLoaderData<typeof loader>();
  const { t } = useTexts("keys");
  return (
    <Card>
      <CardBody isAlone>
        <ActionForm
          onDone={onDone}
          schema={() => import("~/domain/forms/keys").then((forms) => forms.keyForm)}
        >
          <KeyFields scopes={scopes} today={today} values={{ expires: suggestedEnd }} />
          <div className="max-w-md">
            <ReauthenticationField {...reauthentication} />
          </div>
          <div className="flex flex-wrap items-center gap-4">
            <SubmitButton>{t("form.submit")}</SubmitButton>
            <TextLink to={paths.apiKeys}>{t("form.cancel")}</TextLink>
          </div>
        </ActionForm>
      </CardBody>
    </Card>
  );
}
