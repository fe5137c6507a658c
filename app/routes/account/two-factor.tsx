/** /account/2fa: shows whether two-factor is on, and links to the pages that turn it on or off. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { readReauthentication } from "~/services/identity/reauthentication.server";
import { readTwoFactor, setTwoFactor } from "~/services/identity/two-factor.server";
import { Section } from "~/ui/kit/card";
import { PageHeader } from "~/ui/layout/page-header";
import type { PageHandle } from "~/ui/use-page";
import { TwoFactorOff, TwoFactorOn } from "~/ui/two-factor/two-factor-state";
import { useTexts } from "~/ui/use-texts";

export const handle: PageHandle = { title: "common:title.two_factor", texts: ["account"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.twoFactor, async ({ app, viewer }) => {
    const { enabledAt, codesLeft } = await readTwoFactor(app.store, viewer.user.id);
    const reauthentication = await readReauthentication(app.store, viewer, { acceptsSignIn: true });
    return { enabledAt: enabledAt?.toISOString() ?? null, codesLeft, reauthentication };
  });

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.twoFactor, {
    operation: setTwoFactor,
    toInput: (fields) => ({ ...fields, "2fa_enabled": true }),
    redirectTo: () => paths.twoFactorSetup,
  });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function TwoFactor() {
  const { enabledAt, codesLeft, reauthentication } = useLoaderData<typeof loader>();
  const { t } = useTexts("account");
  return (
    <>
      <PageHeader title={t("two_factor.title")} description={t("two_factor.description")} />
      <Section width="lg">
        {enabledAt === null ? (
          <TwoFactorOff reauthentication={reauthentication} />
        ) : (
          <TwoFactorOn enabledAt={enabledAt} codesLeft={codesLeft} />
        )}
      </Section>
    </>
  );
}
