/** /account/users: the members of the account and the open invitations, below the form that invites. Spec §2. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
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
    };
  });

export default function Users() {
  const { account, users, invites, viewerId, canInvite, search, next, previous } =
    useLoaderData<typeof loader>();
  const { t } = useTranslation("team");
  const isWhole = search === "" && previous === null;
  const sent = useLast(isWhole ? invites.map(({ date_sent }) => date_sent).join() : undefined);
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
            {/* A new key empties the form when its invitations are on their way. */}
            {canInvite ? <InviteForm key={sent} /> : <Notice tone="warn">{t("invite.lapsed")}</Notice>}
          </CardBody>
        </Card>
        <MembersTable
          users={users}
          invites={invites}
          viewerId={viewerId}
          pages={{ search, next, previous }}
        />
      </Section>
    </>
  );
}

/** The last value there was: a search, or another page of the list, leaves what was typed into the form alone. */
function useLast(value: string | undefined): string | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
