/** /account/profile/networks/link: after a network's callback, asks the user before it connects the network. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { NETWORK_NAMES } from "~/domain/networks";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { readReauthentication } from "~/services/identity/reauthentication.server";
import { findPendingLink, linkNetwork } from "~/services/sign-in/link-network.server";
import { ActionForm, SubmitButton } from "~/ui/form/action-form";
import { ReauthenticationField } from "~/ui/form/reauthentication-field";
import { ButtonLink } from "~/ui/kit/button";
import { Card, CardBody, Section } from "~/ui/kit/card";
import { Notice } from "~/ui/kit/notice";
import { PageHeader } from "~/ui/layout/page-header";
import { TextLink } from "~/ui/kit/text-link";
import type { PageHandle } from "~/ui/use-page";
import { useTexts } from "~/ui/use-texts";

export const handle: PageHandle = { title: "common:title.networks", texts: ["networks"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.linkNetwork, async (context) => {
    const token = context.url.searchParams.get("token") ?? "";
    const found = token ? await findPendingLink(context, token) : null;
    if (!found) return { found: null };
    const { network, name } = found;
    const reauthentication = await readReauthentication(context.app.store, context.viewer);
    return {
      found: { token, network: NETWORK_NAMES[network], name, reauthentication },
    };
  });

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.linkNetwork, {
    operation: linkNetwork,
    redirectTo: () => paths.security,
  });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function LinkNetwork() {
  const { found } = useLoaderData<typeof loader>();
  const { t } = useTexts("networks");
  return (
    <>
      <PageHeader title={t("confirm.title")} />
      <Section width="lg">
        {found ? (
          <Card>
            <CardBody isAlone>
              <p className="mb-4">{t("confirm.text", { network: found.network, name: found.name })}</p>
              <ActionForm className="max-w-md">
                <input type="hidden" name="token" value={found.token} />
                <ReauthenticationField {...found.reauthentication} />
                <div className="flex flex-wrap items-center gap-4">
                  <SubmitButton>{t("confirm.submit", { network: found.network })}</SubmitButton>
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
