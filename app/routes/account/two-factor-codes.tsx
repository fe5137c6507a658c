/** /account/2fa/codes: replaces the backup codes. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { readReauthentication } from "~/services/identity/reauthentication.server";
import { hasTwoFactor } from "~/services/identity/second-factor.server";
import { renewBackupCodes } from "~/services/identity/two-factor.server";
import { Section } from "~/ui/kit/card";
import { PageHeader } from "~/ui/layout/page-header";
import type { PageHandle } from "~/ui/use-page";
import { BackupCodes, useIssuedCodes } from "~/ui/two-factor/backup-codes";
import { ReauthenticationForm } from "~/ui/two-factor/reauthentication-form";
import { useTexts } from "~/ui/use-texts";

export const handle: PageHandle = { title: "common:title.two_factor", texts: ["account"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.twoFactorCodes, async ({ app, viewer }) => {
    if (!(await hasTwoFactor(app.store, viewer.user.id))) throw redirect(paths.twoFactor);
    return readReauthentication(app.store, viewer);
  });

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.twoFactorCodes, { operation: renewBackupCodes, redirectTo: () => null });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function TwoFactorCodes() {
  const reauthentication = useLoaderData<typeof loader>();
  const [codes, takeCodes] = useIssuedCodes();
  const { t } = useTexts("account");
  return (
    <>
      <PageHeader title={t("two_factor.renew.title")} description={t("two_factor.renew.description")} />
      <Section width="lg">
        {codes ? (
          <BackupCodes codes={codes} />
        ) : (
          <ReauthenticationForm
            reauthentication={reauthentication}
            submitLabel={t("two_factor.renew.submit")}
            onDone={takeCodes}
          >
            {t("two_factor.renew.text")}
          </ReauthenticationForm>
        )}
      </Section>
    </>
  );
}
