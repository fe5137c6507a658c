/** /account/password: sets a new password, or the first one. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { changePassword } from "~/services/identity/change-password.server";
import { readReauthentication } from "~/services/identity/reauthentication.server";
import { ActionForm, SubmitButton } from "~/ui/form/action-form";
import { PasswordField } from "~/ui/form/fields";
import { NewPasswordField } from "~/ui/form/new-password-field";
import { ReauthenticationField } from "~/ui/form/reauthentication-field";
import { Card, CardBody, Section } from "~/ui/kit/card";
import { PageHeader } from "~/ui/layout/page-header";
import type { PageHandle } from "~/ui/use-page";
import { useTexts } from "~/ui/use-texts";

export const handle: PageHandle = { title: "common:title.password", texts: ["account"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.password, ({ app, viewer }) => readReauthentication(app.store, viewer));

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.password, { operation: changePassword, redirectTo: () => paths.account });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function Password() {
  const reauthentication = useLoaderData<typeof loader>();
  const hasPassword = reauthentication.method === "password";
  const { t } = useTexts("account");
  return (
    <>
      <PageHeader
        title={hasPassword ? t("password.change") : t("password.create")}
        description={hasPassword ? t("password.change_text") : t("password.create_text")}
      />
      <Section width="lg">
        <Card>
          <CardBody isAlone>
            <ActionForm
              schema={() => import("~/domain/forms/credentials").then((forms) => forms.passwordForm)}
              className="max-w-md"
            >
              {hasPassword ? (
                <PasswordField name="oldpassword" label={t("password.old")} autoComplete="current-password" />
              ) : (
                <ReauthenticationField {...reauthentication} />
              )}
              <NewPasswordField name="newpassword" label={t("password.new")} />
              <PasswordField
                name="confirm_password"
                label={t("password.confirm")}
                autoComplete="new-password"
              />
              <SubmitButton className="justify-self-start">
                {hasPassword ? t("password.change") : t("password.create")}
              </SubmitButton>
            </ActionForm>
          </CardBody>
        </Card>
      </Section>
    </>
  );
}
