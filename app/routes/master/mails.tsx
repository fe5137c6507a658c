/** /master/mails: the emails that could not be sent, for masters. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useMemo } from "react";
import { parsePagePosition } from "~/domain/paging";
import { handleLoader } from "~/http/loader.server";
import { listFailedMails, type FailedMail } from "~/services/support/mission-control.server";
import { MasterLayout } from "~/ui/master/master-layout";
import type { PageHandle } from "~/ui/layout/use-page";
import { ServerTable } from "~/ui/table/server-table";
import type { TableColumn } from "~/ui/table/table-data";
import { useTexts } from "~/ui/use-texts";

export const handle: PageHandle = { title: "common:title.master", texts: ["master", "data"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, "/master/mails", ({ app, url }) =>
    listFailedMails(app.store, parsePagePosition(url.searchParams)),
  );

export { shouldRevalidate } from "~/ui/form/keep-page";

export default function DeadMails() {
  const { mails, next, previous } = useLoaderData<typeof loader>();
  const { t } = useTexts("master");
  const columns = useMailColumns();
  return (
    <MasterLayout hint={t("mails.hint")}>
      <ServerTable
        title={t("mails.title")}
        rows={mails}
        columns={columns}
        emptyText={t("mails.empty")}
        server={{ next, previous }}
      />
    </MasterLayout>
  );
}

function useMailColumns(): TableColumn<FailedMail>[] {
  const { t } = useTexts("master");
  return useMemo(
    () => [
      { id: "recipient", header: t("mails.recipient"), cell: ({ recipient }) => recipient },
      { id: "template", header: t("mails.template"), isMinor: true, cell: ({ template }) => template },
      { id: "failure", header: t("mails.failure"), cell: ({ failure }) => failure },
      { id: "when", header: t("mails.when"), isMinor: true, cell: ({ date }) => date },
    ],
    [t],
  );
}
