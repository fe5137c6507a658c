/** /account/owner?user=: the owner offers the account to one of its admins. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { offerOwnership, readCandidate } from "~/services/team/ownership.server";
import { readReauthentication } from "~/services/identity/reauthentication.server";
import { ActionForm, SubmitButton } from "~/ui/form/action-form";
import { ReauthenticationField } from "~/ui/form/reauthentication-field";
import { Card, CardBody, Section } from "~/ui/kit/card";
import { Breadcrumbs, PageHeader } from "~/ui/layout/page-header";
import type { PageHandle } from "~/ui/use-page";
import { useTexts } from "~/ui/use-texts";
import { toAccountName } from "~/services/platform/account-name.server";

export const handle: PageHandle = { title: "common:title.owner", texts: ["team"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.offerOwnership, async (context) => ({
    member: await readCandidate(context, context.url.searchParams.get("user") ?? ""),
    account: toAccountName(context.viewer.account, context.locale),
    reauthentication: await readReauthentication(context.app.store, context.viewer),
  }));

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.offerOwnership, { operation: offerOwnership, redirectTo: () => paths.account });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function Owner() {
  const { member, account, reauthentication } = useLoaderData<typeof loader>();
  const { t } = useTexts("team");
  return (
    <>
      <PageHeader
        title={t("owner.title")}
        description={t("owner.description", { name: member.name, email: member.email, account })}
        above={
          <Breadcrumbs
            crumbs={[
              { label: t("users.title"), link: paths.users },
              { label: member.name, link: paths.editUserWith(member.id) },
              { label: t("owner.title") },
            ]}
          />
        }
      />
      <Section width="lg">
        <Card>
          <CardBody isAlone>
            <ActionForm
              className="max-w-md"
              schema={() => import("~/domain/forms/team").then((forms) => forms.offerOwnershipForm)}
            >
              <input type="hidden" name="user" value={member.id} />
              <ul className="grid list-disc gap-1.5 pl-5 text-muted">
                <li>{t("owner.consequence_them")}</li>
                <li>{t("owner.consequence_you")}</li>
                <li>{t("owner.consequence_wait")}</li>
              </ul>
              <ReauthenticationField {...reauthentication} />
              <SubmitButton className="justify-self-start">
                {t("owner.submit", { name: member.name })}
              </SubmitButton>
            </ActionForm>
          </CardBody>
        </Card>
      </Section>
    </>
  );
}
