/** /master: every user, for masters. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useMemo } from "react";
import { parseSearchPosition } from "~/domain/paging";
import { paths } from "~/domain/paths";
import { handleLoader } from "~/http/loader.server";
import { readPeople, type FoundUser } from "~/services/support/mission-control.server";
import { MasterLayout } from "~/ui/master/master-layout";
import type { PageHandle } from "~/ui/layout/use-page";
import { ServerTable } from "~/ui/table/server-table";
import type { TableColumn } from "~/ui/table/table-data";
import { useTexts } from "~/ui/use-texts";

export const handle: PageHandle = { title: "common:title.master", texts: ["master", "data"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, "/master", async ({ app, url: { searchParams } }) => {
    const at = parseSearchPosition(searchParams);
    return { ...(await readPeople(app.store, at)), search: at.search };
  });

export { shouldRevalidate } from "~/ui/form/keep-page";

export default function People() {
  const { users, search, next, previous } = useLoaderData<typeof loader>();
  const { t } = useTexts("master");
  const columns = usePeopleColumns();
  return (
    <MasterLayout hint={t("people.hint")}>
      <ServerTable
        title={t("people.title")}
        rows={users}
        columns={columns}
        rowActions={[
          {
            id: "as",
            label: t("people.sign_in_as"),
            href: ({ id }) => paths.masterSignInAsUser(id),
            condition: (user) => user.support_until !== null,
          },
        ]}
        hasSearch
        server={{ search, next, previous }}
      />
    </MasterLayout>
  );
}

function usePeopleColumns(): TableColumn<FoundUser>[] {
  const { t } = useTexts("master");
  return useMemo(
    () => [
      {
        id: "name",
        header: t("people.name"),
        cell: ({ name, email }) => ({ kind: "who", name, detail: email }),
      },
      {
        id: "verified",
        header: t("people.verified"),
        isMinor: true,
        cell: ({ verified }) => ({
          kind: "badge",
          label: verified ? t("people.is_verified") : t("people.not_verified"),
          tone: verified ? "good" : "warn",
        }),
      },
      { id: "accounts", header: t("people.accounts"), isMinor: true, cell: ({ accounts }) => accounts },
      { id: "support", header: t("people.support"), cell: ({ support_until: until }) => until },
      { id: "last", header: t("people.last"), isMinor: true, cell: ({ last_login: last }) => last },
    ],
    [t],
  );
}
