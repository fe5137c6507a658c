/** /account/apikeys/edit?id=: one API key with its usage, its settings, and the ways to replace or end it. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { rotateKey } from "~/services/keys/create-key.server";
import { readKeyForm, readKeyPage } from "~/services/keys/key-pages.server";
import { deleteKeys, updateKey } from "~/services/keys/keys.server";
import { IssuedKeyCard, useIssuedKey } from "~/ui/keys/issued-key";
import { DeleteCard, FactsCard, RevokeCard, RotateCard, SettingsCard } from "~/ui/keys/key-cards";
import { STATUS_TONES } from "~/ui/keys/keys-table";
import { Badge } from "~/ui/kit/badge";
import { Section } from "~/ui/kit/card";
import { Notice } from "~/ui/kit/notice";
import { Breadcrumbs, PageHeader } from "~/ui/layout/page-header";
import { Time } from "~/ui/kit/time";
import type { PageHandle } from "~/ui/use-page";
import { useTexts } from "~/ui/use-texts";

export const handle: PageHandle = {
  title: "common:title.api_key_edit",
  texts: ["keys", "data", "account"],
};

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.editApiKey, async ({ app, viewer, url }) => {
    const page = await readKeyPage(app, viewer, url.searchParams.get("id") ?? "");
    if (!page) throw redirect(paths.notFound);
    return { ...page, ...(await readKeyForm(app, viewer)), appUrl: app.config.appUrl };
  });

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.editApiKey, {
    // Without a box that is checked, a browser sends no scope at all: that is an error, and no change to be left out.
    save: { operation: updateKey, toInput: ({ active: _ignored, ...fields }) => ({ scope: [], ...fields }) },
    rotate: { operation: rotateKey, redirectTo: () => null },
    revoke: { operation: updateKey, toInput: ({ id }) => ({ id, active: false }) },
    delete: { operation: deleteKeys, pick: ["ids"], redirectTo: () => paths.apiKeys },
  });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function ApiKeyEdit() {
  const { apiKey, usage, appUrl } = useLoaderData<typeof loader>();
  const [issued, takeIssued] = useIssuedKey();
  const { t } = useTexts("keys");
  const { name, status, expires_at: expiresAt } = apiKey;
  return (
    <>
      <PageHeader
        title={name}
        description={
          <span className="flex flex-wrap items-center gap-2">
            <Badge tone={STATUS_TONES[status]}>{t(`status.${status}`)}</Badge>
            <span>
              {t("expires")}: {expiresAt === null ? t("never") : <Time iso={expiresAt} />}
            </span>
          </span>
        }
        above={<Breadcrumbs crumbs={[{ label: t("title"), link: paths.apiKeys }, { label: name }]} />}
      />
      <Section width="lg">
        {issued ? <IssuedKeyCard issued={issued} appUrl={appUrl} isRotated /> : null}
        {status === "active" ? null : (
          <Notice tone={status === "revoked" ? "neutral" : "warn"}>{t(`notice.${status}`)}</Notice>
        )}
        <FactsCard apiKey={apiKey} usage={usage} />
        {apiKey.active ? <ActiveCards isRotated={issued !== null} onRotated={takeIssued} /> : null}
        <DeleteCard apiKey={apiKey} />
      </Section>
    </>
  );
}

interface ActiveCardsProps {
  /** The key was rotated just now: its new secret is on the page. */
  isRotated: boolean;
  onRotated: ReturnType<typeof useIssuedKey>[1];
}

/** The cards for changes of a key that is not revoked. */
function ActiveCards({ isRotated, onRotated }: ActiveCardsProps) {
  const { apiKey, scopes, today, reauthentication } = useLoaderData<typeof loader>();
  return (
    <>
      {/* Again after a change, so that the fields start with what is stored. */}
      <SettingsCard
        key={JSON.stringify([apiKey.name, apiKey.scope, apiKey.expires_at, apiKey.allowed_ips])}
        apiKey={apiKey}
        scopes={scopes}
        today={today}
        reauthentication={reauthentication}
      />
      {isRotated ? null : (
        <RotateCard apiKey={apiKey} reauthentication={reauthentication} onDone={onRotated} />
      )}
      <RevokeCard apiKey={apiKey} />
    </>
  );
}
