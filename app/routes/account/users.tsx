/** /account/users: the members of the account and the open invitations, below the form that invites. Spec §2. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { searchAt } from "~/domain/paging";
import { loadFor } from "~/http/page.server";
import { mayInvite } from "~/services/team/invites.server";
import { readMembers } from "~/services/team/member-list.server";
import { Card, CardBody, CardHeader } from "~/ui/kit/card";
import { Notice } from "~/ui/kit/notice";
import { PageHeader } from "~/ui/kit/page-header";
import { Section } from "~/ui/kit/section";
import type { PageHandle } from "~/ui/layout/use-page";
import { InviteForm } from "~/ui/team/invite-form";
import { MembersTable } from "~/ui/team/members-table";

export const handle: PageHandle = { title: "common:title.users", texts: ["team", "data"] };

export const loader = (args: LoaderFunctionArgs) =>
  loadFor(args, "/account/users", async ({ app, viewer, url }) => {
    const at = searchAt(url.searchParams);
    return {
      ...(await readMembers(app.store, viewer.account.id, at)),
      search: at.search,
      account: viewer.account.name,
      viewerId: viewer.user.id,
      canInvite: mayInvite(viewer),
      isOwner: viewer.isOwner,
    };
  });

export { shouldRevalidate } from "~/ui/form/keep-page";

export default function Users() {
  const { account, users, invites, viewerId, canInvite, isOwner, search, next, previous } =
    useLoaderData<typeof loader>();
  const { t } = useTranslation("team");
  return (
    <>
      <PageHeader title={t("users.title")} description={t("users.description", { account })} />
      <Section>
        <Card>
          <CardHeader
            title={t("invite.title")}
            description={canInvite ? t("invite.description") : undefined}
          />
          <CardBody>
            {canInvite ? <InviteForm /> : <Notice tone="warn">{t("invite.lapsed")}</Notice>}
          </CardBody>
        </Card>
        <MembersTable
          users={users}
          invites={invites}
          viewerId={viewerId}
          canInvite={canInvite}
          isOwner={isOwner}
          pages={{ search, next, previous }}
        />
      </Section>
    </>
  );
}
