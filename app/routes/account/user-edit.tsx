/** /account/users/edit?id=: one member or one invitation, with its actions. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { canInvite, resendInvite, revokeInvite } from "~/services/team/invites.server";
import { removeMember, toPreviousRole, updateMember } from "~/services/team/members.server";
import { getMemberOrInvite } from "~/services/team/member-list.server";
import { Badge } from "~/ui/kit/badge";
import { Notice } from "~/ui/kit/notice";
import { Breadcrumbs, PageHeader } from "~/ui/layout/page-header";
import { Section } from "~/ui/kit/card";
import type { PageHandle } from "~/ui/use-page";
import { InviteCards, MemberCards } from "~/ui/team/edit-cards";
import { useTexts } from "~/ui/use-texts";
import { toNamedAccount } from "~/services/platform/account-name.server";

export const handle: PageHandle = { title: "common:title.user_edit", texts: ["team"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.editUser, async ({ app, viewer, url, locale }) => ({
    listed: await getMemberOrInvite(
      app.store,
      toNamedAccount(viewer.account, locale),
      url.searchParams.get("id") ?? "",
    ),
    viewerId: viewer.user.id,
    isOwner: viewer.isOwner,
    canSend: canInvite(viewer),
  }));

/** The list shows the result, also when the member or the invitation had been deleted meanwhile. */
const toList = { redirectTo: () => paths.users, failTo: () => paths.users };

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.editUser, {
    "change-role": { operation: updateMember, redirectTo: () => paths.users, undo: toPreviousRole },
    "remove-user": { operation: removeMember, pick: ["id"], ...toList },
    "resend-invite": { operation: resendInvite, ...toList },
    "revoke-invite": { operation: revokeInvite, ...toList },
  });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function UserEdit() {
  const { listed } = useLoaderData<typeof loader>();
  const { t } = useTexts("team");
  const { permission } = listed.row;
  const name = listed.kind === "member" ? listed.row.name : listed.row.email;
  return (
    <>
      <PageHeader
        title={name}
        description={
          <span className="flex flex-wrap items-center gap-2">
            {listed.kind === "member"
              ? listed.row.email
              : t(listed.row.expired ? "status.expired" : "status.invited")}
            <Badge>{t(`role.${permission}`)}</Badge>
          </span>
        }
        above={<Breadcrumbs crumbs={[{ label: t("users.title"), link: paths.users }, { label: name }]} />}
      />
      <Section width="lg">
        <Cards />
      </Section>
    </>
  );
}

function Cards() {
  const { listed, viewerId, isOwner, canSend } = useLoaderData<typeof loader>();
  const { t } = useTexts("team");
  if (listed.kind === "invite") return <InviteCards {...listed.row} canSend={canSend} />;
  const { id, permission } = listed.row;
  if (permission === "owner") return <Notice>{t("edit.is_owner")}</Notice>;
  if (id === viewerId) return <Notice>{t("edit.is_you")}</Notice>;
  return <MemberCards {...listed.row} isOwner={isOwner} />;
}
