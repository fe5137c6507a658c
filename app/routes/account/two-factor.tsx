/** /account/2fa: whether two-factor is on, and the way to switch it on. Spec §2, §4. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { paths } from "~/domain/paths";
import { submit } from "~/http/form.server";
import { loadFor } from "~/http/page.server";
import { readReauthentication } from "~/services/identity/reauthentication.server";
import { readTwoFactor, switchTwoFactor } from "~/services/identity/two-factor.server";
import { keepPage } from "~/ui/form/keep-page";
import { PageHeader } from "~/ui/kit/page-header";
import type { PageHandle } from "~/ui/layout/use-page";
import { TwoFactorOff, TwoFactorOn } from "~/ui/two-factor/two-factor-state";

export const handle: PageHandle = { title: "common:title.two_factor", texts: ["account"] };

export const loader = (args: LoaderFunctionArgs) =>
  loadFor(args, "/account/2fa", async ({ app, viewer }) => {
    const { enabledAt, codesLeft } = await readTwoFactor(app.store, viewer.user.id);
    const proof = await readReauthentication(app.store, viewer);
    return { enabledAt: enabledAt?.toISOString() ?? null, codesLeft, proof };
  });

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    page: "/account/2fa",
    operation: switchTwoFactor,
    input: (fields) => ({ ...fields, "2fa_enabled": true }),
    then: () => paths.twoFactorSetup,
  });

export const clientAction = keepPage;
export { shouldRevalidate } from "~/ui/form/keep-page";

export default function TwoFactor() {
  const { enabledAt, codesLeft, proof } = useLoaderData<typeof loader>();
  const { t } = useTranslation("account");
  return (
    <>
      <PageHeader title={t("two_factor.title")} description={t("two_factor.description")} />
      {enabledAt === null ? (
        <TwoFactorOff proof={proof} />
      ) : (
        <TwoFactorOn enabledAt={enabledAt} codesLeft={codesLeft} />
      )}
    </>
  );
}
