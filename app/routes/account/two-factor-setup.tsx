/** /account/2fa/setup: shows the secret for the app, verifies its code, and then shows the backup codes. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { readReauthentication } from "~/services/identity/reauthentication.server";
import { hasTwoFactor } from "~/services/identity/second-factor.server";
import { findPendingEnrollment, verifyTwoFactor } from "~/services/identity/two-factor.server";
import { ButtonLink } from "~/ui/kit/button";
import { Notice } from "~/ui/kit/notice";
import { Section } from "~/ui/kit/card";
import { PageHeader } from "~/ui/layout/page-header";
import type { PageHandle } from "~/ui/use-page";
import { BackupCodes, useIssuedCodes } from "~/ui/two-factor/backup-codes";
import { SetUpForm } from "~/ui/two-factor/set-up-form";
import { useTexts } from "~/ui/use-texts";

export const handle: PageHandle = { title: "common:title.two_factor", texts: ["account"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.twoFactorSetup, async (context) => {
    const { app, viewer } = context;
    const reauthentication = await readReauthentication(app.store, viewer, { acceptsSignIn: true });
    // The loader runs again while the page shows the codes: two-factor is on by then, and there is nothing to set up.
    if (await hasTwoFactor(app.store, viewer.user.id)) return { pending: null, reauthentication };
    const pending = reauthentication.isRecent ? await findPendingEnrollment(context) : null;
    if (!pending) throw redirect(paths.twoFactor);
    return { pending, reauthentication };
  });

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.twoFactorSetup, { operation: verifyTwoFactor, redirectTo: () => null });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function TwoFactorSetup() {
  const { pending, reauthentication } = useLoaderData<typeof loader>();
  const [codes, takeCodes] = useIssuedCodes();
  const { t } = useTexts("account");
  return (
    <>
      {codes ? (
        <PageHeader title={t("two_factor.title")} description={t("two_factor.description")} />
      ) : (
        <PageHeader title={t("two_factor.set_up.title")} description={t("two_factor.set_up.description")} />
      )}
      <Section width="lg">
        {codes ? <BackupCodes codes={codes} /> : null}
        {!codes && pending ? (
          <SetUpForm {...pending} reauthentication={reauthentication} onDone={takeCodes} />
        ) : null}
        {!codes && !pending ? (
          <Notice
            tone="good"
            action={
              <ButtonLink to={paths.twoFactor} size="sm">
                {t("two_factor.manage")}
              </ButtonLink>
            }
          >
            {t("two_factor.switched_on")}
          </Notice>
        ) : null}
      </Section>
    </>
  );
}
