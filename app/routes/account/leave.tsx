/** /account/leave: ends the user's own membership, after the user has typed the account's name. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { removeMember } from "~/services/team/members.server";
import { ActionForm, SubmitButton } from "~/ui/form/action-form";
import { TextField } from "~/ui/form/fields";
import { Card, CardBody, Section } from "~/ui/kit/card";
import { Notice } from "~/ui/kit/notice";
import { PageHeader } from "~/ui/layout/page-header";
import { TextLink } from "~/ui/kit/text-link";
import type { PageHandle } from "~/ui/use-page";
import { useTexts } from "~/ui/use-texts";
import { toAccountName } from "~/services/platform/account-name.server";

export const handle: PageHandle = { title: "common:title.leave", texts: ["team"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.leaveAccount, ({ viewer, locale }) => ({
    account: toAccountName(viewer.account, locale),
    isOwner: viewer.isOwner,
  }));

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.leaveAccount, {
    operation: removeMember,
    // The page requires the name, even when the form leaves the field out.
    toInput: ({ confirmation = "" }, { viewer }) => ({ id: viewer.user.id, confirmation }),
    redirectTo: () => paths.signIn,
  });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function Leave() {
  const { account, isOwner } = useLoaderData<typeof loader>();
  const { t } = useTexts("team");
  return (
    <>
      <PageHeader title={t("leave.title", { account })} description={t("leave.description")} />
      <Section width="lg">
        {isOwner ? (
          <Notice action={<TextLink to={paths.users}>{t("leave.to_users")}</TextLink>}>
            {t("leave.owner")}
          </Notice>
        ) : (
          <Card>
            <CardBody isAlone>
              <ActionForm className="max-w-md">
                <TextField
                  name="confirmation"
                  label={t("leave.confirmation")}
                  hint={t("leave.confirmation_hint", { account })}
                  autoComplete="off"
                />
                <SubmitButton variant="danger" className="justify-self-start">
                  {t("leave.submit")}
                </SubmitButton>
              </ActionForm>
            </CardBody>
          </Card>
        )}
      </Section>
    </>
  );
}
