/** /account/users/invite: the form that invites, by itself; other pages' forms post here. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { FormReply } from "~/domain/forms/reply";
import { ownPath, paths } from "~/domain/paths";
import { submit } from "~/http/form.server";
import { loadFor } from "~/http/page.server";
import { createInvites } from "~/services/team/invites.server";
import { keepPage } from "~/ui/form/keep-page";
import { Breadcrumbs } from "~/ui/kit/breadcrumbs";
import { Card, CardBody } from "~/ui/kit/card";
import { PageHeader } from "~/ui/kit/page-header";
import type { PageHandle } from "~/ui/layout/use-page";
import { InviteForm } from "~/ui/team/invite-form";

export const handle: PageHandle = { title: "common:title.invite", texts: ["team"] };

export const loader = (args: LoaderFunctionArgs) => loadFor(args, "/account/users/invite", () => null);

export const action = (args: ActionFunctionArgs) =>
  submit(args, {
    page: "/account/users/invite",
    operation: createInvites,
    form: "invite",
    then: (_reply, _context, fields) => ownPath(fields.return_to, paths.users),
  });

export const clientAction = keepPage;
export { shouldRevalidate } from "~/ui/form/keep-page";

export default function Invite() {
  const posted = useActionData<FormReply>();
  const returnTo = posted && !posted.ok ? posted.values?.return_to : undefined;
  const { t } = useTranslation("team");
  return (
    <>
      <PageHeader
        title={t("invite.title")}
        description={t("invite.description")}
        above={
          <Breadcrumbs
            crumbs={[{ label: t("users.title"), link: paths.users }, { label: t("invite.title") }]}
          />
        }
      />
      <Card>
        <CardBody isAlone>
          <InviteForm returnTo={returnTo} />
        </CardBody>
      </Card>
    </>
  );
}
