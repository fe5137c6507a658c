/** /account/profile/networks/link: after a provider's callback, asks the user before it connects the provider. */
import { getIdentityProviderName } from "~/services/platform/identity-provider-name.server";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { readReauthentication } from "~/services/identity/reauthentication.server";
import { findPendingLink, linkIdentityProvider } from "~/services/sign-in/link-identity-provider.server";
import { ActionForm, SubmitButton } from "~/ui/form/action-form";
import { ReauthenticationField } from "~/ui/form/reauthentication-field";
import { ButtonLink } from "~/ui/kit/button";
import { Card, CardBody, Section } from "~/ui/kit/card";
import { Notice } from "~/ui/kit/notice";
import { PageHeader } from "~/ui/layout/page-header";
import { TextLink } from "~/ui/kit/text-link";
import type { PageHandle } from "~/ui/use-page";
import { useTexts } from "~/ui/use-texts";

export const handle: PageHandle = { title: "common:title.networks", texts: ["providers"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.linkIdentityProvider, async (context) => {
    const token = context.url.searchParams.get("token") ?? "";
    const found = token ? await findPendingLink(context, token) : null;
    if (!found) return { found: null };
    const { provider, name } = found;
    const reauthentication = await readReauthentication(context.app.store, context.viewer);
    return {
      found: { token, provider: getIdentityProviderName(context.app, provider), name, reauthentication },
    };
  });

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.linkIdentityProvider, {
    operation: linkIdentityProvider,
    redirectTo: () => paths.security,
  });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function LinkIdentityProvider() {
  const { found } = useLoaderData<typeof loader>();
  const { t } = useTexts("providers");
  return (
    <>
      <PageHeader title={t("confirm.title")} />
      <Section width="lg">
        {found ? (
          <Card>
            <CardBody isAlone>
              <p className="mb-4">{t("confirm.text", { provider: found.provider, name: found.name })}</p>
              <ActionForm className="max-w-md">
                <input type="hidden" name="token" value={found.token} />
                <ReauthenticationField {...found.reauthentication} />
                <div className="flex flex-wrap items-center gap-4">
                  <SubmitButton>{t("confirm.submit", { provider: found.provider })}</SubmitButton>
                  <TextLink to={paths.security}>{t("confirm.cancel")}</TextLink>
                </div>
              </ActionForm>
            </CardBody>
          </Card>
        ) : (
          <Notice
            tone="bad"
            action={
              <ButtonLink to={paths.security} size="sm">
                {t("confirm.back")}
              </ButtonLink>
            }
          >
            {t("confirm.lost")}
          </Notice>
        )}
      </Section>
    </>
  );
}
