/** /account/2fa/off: asks for confirmation, and turns two-factor off. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { readReauthentication } from "~/services/identity/reauthentication.server";
import { hasTwoFactor } from "~/services/identity/second-factor.server";
import { setTwoFactor } from "~/services/identity/two-factor.server";
import { Section } from "~/ui/kit/card";
import { PageHeader } from "~/ui/layout/page-header";
import type { PageHandle } from "~/ui/use-page";
import { ReauthenticationForm } from "~/ui/two-factor/reauthentication-form";
import { useTexts } from "~/ui/use-texts";

export const handle: PageHandle = { title: "common:title.two_factor", texts: ["account"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.twoFactorOff, async ({ app, viewer }) => {
    if (!(await hasTwoFactor(app.store, viewer.user.id))) throw redirect(paths.twoFactor);
    return readReauthentication(app.store, viewer);
  });

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.twoFactorOff, {
    operation: setTwoFactor,
    toInput: (fields) => ({ ...fields, "2fa_enabled": false }),
    redirectTo: () => paths.twoFactor,
  });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function TwoFactorOff() {
  const reauthentication = useLoaderData<typeof loader>();
  const { t } = useTexts("account");
  return (
    <>
      <PageHeader title={t("two_factor.off.title")} description={t("two_factor.off.description")} />
      <Section width="lg">
        <ReauthenticationForm
          reauthentication={reauthentication}
          submitLabel={t("two_factor.off.submit")}
          variant="danger"
        >
          {t("two_factor.off.text")}
        </ReauthenticationForm>
      </Section>
    </>
  );
}
