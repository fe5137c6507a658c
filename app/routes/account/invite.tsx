/** /account/users/invite: the form that invites members, on a page of its own. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { canInvite, createInvites } from "~/services/team/invites.server";
import { getSeatPrice } from "~/services/team/require-seats.server";
import { Card, CardBody, Section } from "~/ui/kit/card";
import { Notice } from "~/ui/kit/notice";
import { Breadcrumbs, PageHeader } from "~/ui/layout/page-header";
import type { PageHandle } from "~/ui/use-page";
import { InviteForm } from "~/ui/team/invite-form";
import { useTexts } from "~/ui/use-texts";

export const handle: PageHandle = { title: "common:title.invite", texts: ["team"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.inviteUsers, ({ viewer }) => ({
    seatPrice: getSeatPrice(viewer),
    canInvite: canInvite(viewer),
  }));

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.inviteUsers, {
    invite: { operation: createInvites, pick: ["email", "permission"], redirectTo: () => paths.users },
  });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function Invite() {
  const { seatPrice, canInvite } = useLoaderData<typeof loader>();
  const { t } = useTexts("team");
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
      <Section width="lg">
        {canInvite ? (
          <Card>
            <CardBody isAlone>
              <InviteForm seatPrice={seatPrice} />
            </CardBody>
          </Card>
        ) : (
          <Notice tone="warn">{t("invite.lapsed")}</Notice>
        )}
      </Section>
    </>
  );
}
