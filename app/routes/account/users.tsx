/** /account/users: the members of the account and the open invitations, and the dialog that invites. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { parseMemberQuery } from "~/domain/forms/members";
import type { MemberFilter } from "~/domain/members";
import { paths } from "~/domain/paths";
import { handleAction, toSamePage } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { readOverLimit } from "~/services/platform/member-limit.server";
import { assignRoles, readPreviousRoles, toPreviousRoles } from "~/services/team/assign-roles.server";
import { hasSkipped } from "~/services/team/change-members.server";
import { readPlaces } from "~/services/team/check-invites.server";
import { createInvites, canInvite, resendInvite, revokeInvite } from "~/services/team/invites.server";
import { manageMembers } from "~/services/team/manage-several.server";
import { removeMember, toPreviousRole, updateMember } from "~/services/team/members.server";
import { readMembers } from "~/services/team/member-list.server";
import { getSeatPrice } from "~/services/team/require-seats.server";
import { OverLimitNotice } from "~/ui/billing/over-limit-notice";
import { Section } from "~/ui/kit/card";
import { Notice } from "~/ui/kit/notice";
import { PageHeader } from "~/ui/layout/page-header";
import type { PageHandle } from "~/ui/use-page";
import { InviteDialog } from "~/ui/team/invite-dialog";
import { MembersTable } from "~/ui/team/members-table";
import { useTexts } from "~/ui/use-texts";
import { toNamedAccount } from "~/services/platform/account-name.server";

export const handle: PageHandle = { title: "common:title.users", texts: ["team", "data"] };

/** Who joined or was invited last stands first, so that a new invitation is seen. */
const NEWEST_FIRST = { sort: "date_created", direction: "desc" } as const;

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.users, async ({ app, viewer, url, locale }) => {
    const query = parseMemberQuery(url.searchParams);
    const { after: _, before: __, ...pages } = query;
    const isOrdered = query.sort !== undefined || query.search !== "";
    const listed = { ...query, ...(!isOrdered && NEWEST_FIRST) };
    const account = toNamedAccount(viewer.account, locale);
    const { rows, next, previous } = await readMembers(app.store, { account, query: listed });
    const showsAll = isUnfiltered(query) && next === null && previous === null;
    return {
      rows,
      pages: { ...pages, next, previous },
      places: await readPlaces(app.store, viewer, showsAll ? rows : undefined),
      seatPrice: getSeatPrice(viewer),
      account: account.name,
      viewerId: viewer.user.id,
      canInvite: canInvite(viewer),
      overLimit: await readOverLimit(app.store, viewer),
      isOwner: viewer.isOwner,
    };
  });

const isUnfiltered = ({ search, status, permission }: MemberFilter) =>
  search === "" && status === undefined && permission === undefined;

const failTo = toSamePage(paths.users);

/** An action of a row's menu returns to the list with its search. The row may have been deleted meanwhile. */
export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.users, {
    invite: { operation: createInvites, pick: ["email", "permission"], redirectTo: () => paths.users },
    "change-role": { operation: updateMember, failTo, undo: toPreviousRole },
    "remove-user": { operation: removeMember, pick: ["id"], failTo },
    "resend-invite": { operation: resendInvite, failTo },
    "revoke-invite": { operation: revokeInvite, failTo },
    // Without failTo: a redirect would look like success, and the rows would no longer be selected.
    several: { operation: manageMembers, undo: toPreviousRoles, isLasting: hasSkipped },
    roles: { operation: assignRoles, toInput: readPreviousRoles, isLasting: hasSkipped, failTo },
  });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function Users() {
  const { account, rows, pages, places, viewerId, canInvite, isOwner, seatPrice, overLimit } =
    useLoaderData<typeof loader>();
  const { t } = useTexts("team");
  return (
    <>
      <PageHeader
        title={t("users.title")}
        description={t("users.description", { account })}
        actions={canInvite ? <InviteDialog seatPrice={seatPrice} places={places} /> : null}
      />
      <Section>
        <OverLimitNotice overLimit={overLimit} removeAt={null} canChoosePlan={isOwner} />
        {canInvite || overLimit ? null : <Notice tone="warn">{t("invite.lapsed")}</Notice>}
        <MembersTable rows={rows} viewerId={viewerId} canInvite={canInvite} isOwner={isOwner} pages={pages} />
      </Section>
    </>
  );
}
