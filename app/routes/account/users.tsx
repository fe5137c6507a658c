/** /account/users: the form that invites, then the members of the account and the open invitations. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { parseSearchPosition } from "~/domain/paging";
import { paths } from "~/domain/paths";
import { handleAction, toSamePage } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { createInvites, canInvite, resendInvite, revokeInvite } from "~/services/team/invites.server";
import { removeMember, updateMember } from "~/services/team/members.server";
import { readMembers } from "~/services/team/member-list.server";
import { keepPage } from "~/ui/form/keep-page";
import { Card, CardBody, CardHeader, Section } from "~/ui/kit/card";
import { Notice } from "~/ui/kit/notice";
import { PageHeader } from "~/ui/kit/page-header";
import type { PageHandle } from "~/ui/layout/use-page";
import { InviteForm } from "~/ui/team/invite-form";
import { MembersTable } from "~/ui/team/members-table";

export const handle: PageHandle = { title: "common:title.users", texts: ["team", "data"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, "/account/users", async ({ app, viewer, url }) => {
    const at = parseSearchPosition(url.searchParams);
    return {
      ...(await readMembers(app.store, viewer.account.id, at)),
      search: at.search,
      account: viewer.account.name,
      viewerId: viewer.user.id,
      canInvite: canInvite(viewer),
      isOwner: viewer.isOwner,
    };
  });

const failTo = toSamePage("/account/users");

/** An action of a row's menu returns to the list with its search. The row may have been deleted meanwhile. */
export const action = (args: ActionFunctionArgs) =>
  handleAction(args, "/account/users", {
    invite: { operation: createInvites, pick: ["email", "permission"], redirectTo: () => paths.users },
    "change-role": { operation: updateMember, failTo },
    "remove-user": { operation: removeMember, pick: ["id"], failTo },
    "resend-invite": { operation: resendInvite, failTo },
    "revoke-invite": { operation: revokeInvite, failTo },
  });

export const clientAction = keepPage;
export { shouldRevalidate } from "~/ui/form/keep-page";

export default function Users() {
  const { account, users, invites, viewerId, canInvite, isOwner, search, next, previous } =
    useLoaderData<typeof loader>();
  const { t } = useTranslation("team");
  return (
    <>
      <PageHeader title={t("users.title")} description={t("users.description", { account })} />
      <Section>
        <InviteCard canInvite={canInvite} />
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

/** The form, or a notice while the plan does not allow invitations. */
function InviteCard({ canInvite }: { canInvite: boolean }) {
  const { t } = useTranslation("team");
  return (
    <Card>
      <CardHeader title={t("invite.title")} description={canInvite ? t("invite.description") : undefined} />
      <CardBody>{canInvite ? <InviteForm /> : <Notice tone="warn">{t("invite.lapsed")}</Notice>}</CardBody>
    </Card>
  );
}
