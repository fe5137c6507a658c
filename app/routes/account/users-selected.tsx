/** /account/users/selected?ids=: the actions on several members and invitations, for readers without scripts. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { MEMBERS_CHANGED_AT_ONCE } from "~/domain/limits";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { canInvite } from "~/services/team/invites.server";
import { toPreviousRoles } from "~/services/team/assign-roles.server";
import { hasSkipped } from "~/services/team/change-members.server";
import { manageMembers } from "~/services/team/manage-several.server";
import { readChosenRows } from "~/services/team/member-list.server";
import { ButtonLink } from "~/ui/kit/button";
import { Section } from "~/ui/kit/card";
import { Notice } from "~/ui/kit/notice";
import { Breadcrumbs, PageHeader } from "~/ui/layout/page-header";
import type { PageHandle } from "~/ui/use-page";
import { SelectedCards, type SelectedRow } from "~/ui/team/selected-cards";
import { useTexts } from "~/ui/use-texts";

export const handle: PageHandle = { title: "common:title.users_selected", texts: ["team"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.selectedUsers, async ({ app, viewer, url }) => {
    const ids = [...new Set(url.searchParams.getAll("ids"))].slice(0, MEMBERS_CHANGED_AT_ONCE);
    const rows = await readChosenRows(app.store, viewer.account.id, ids);
    const isFixed = ({ id, permission }: (typeof rows)[number]) =>
      permission === "owner" || id === viewer.user.id;
    const chosen: SelectedRow[] = rows.map((row) => ({ ...row, ...(isFixed(row) && { actions: [] }) }));
    return { chosen, canSend: canInvite(viewer) };
  });

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.selectedUsers, {
    several: {
      operation: manageMembers,
      redirectTo: () => paths.users,
      // A missing role is shown at its field.
      failTo: (_context, { detail }) => (detail.inputError === "permission" ? undefined : paths.users),
      undo: toPreviousRoles,
      undoAt: paths.users,
      isLasting: hasSkipped,
    },
  });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function UsersSelected() {
  const { chosen, canSend } = useLoaderData<typeof loader>();
  const { t } = useTexts("team");
  const title = t("bulk.title");
  const back = <Breadcrumbs crumbs={[{ label: t("users.title"), link: paths.users }, { label: title }]} />;
  return (
    <>
      <PageHeader
        title={title}
        description={chosen.length > 0 ? t("bulk.description", { count: chosen.length }) : undefined}
        above={back}
      />
      <Section width="lg">
        {chosen.length > 0 ? (
          <SelectedCards rows={chosen} canSend={canSend} />
        ) : (
          <Notice action={<ButtonLink to={paths.users}>{t("bulk.back")}</ButtonLink>}>
            {t("bulk.empty")}
          </Notice>
        )}
      </Section>
    </>
  );
}
