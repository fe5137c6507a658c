/** /account/activity: the account's audit log, where its admins also see what support did. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { parsePagePosition } from "~/domain/paging";
import { paths } from "~/domain/paths";
import { handleLoader } from "~/http/loader.server";
import { readAudits } from "~/services/platform/audit/account-audits.server";
import { AuditList } from "~/ui/audit/audit-list";
import { Card } from "~/ui/kit/card";
import { EmptyState } from "~/ui/kit/empty-state";
import { PageHeader } from "~/ui/layout/page-header";
import type { PageHandle } from "~/ui/use-page";
import { PageNumberNotice, ServerFooter } from "~/ui/table/server-pages";
import { useTexts } from "~/ui/use-texts";
import { toAccountName } from "~/services/platform/account-name.server";

export const handle: PageHandle = { title: "common:title.activity", texts: ["activity", "data"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.activity, async ({ app, viewer, url, locale }) => ({
    ...(await readAudits(app.store, viewer.account.id, parsePagePosition(url.searchParams))),
    account: toAccountName(viewer.account, locale),
  }));

export { shouldRevalidate } from "~/ui/form/keep-page";

export default function Activity() {
  const { account, activity, next, previous } = useLoaderData<typeof loader>();
  const { t } = useTexts("activity");
  return (
    <>
      <PageHeader title={t("title")} description={t("description", { account })} />
      <PageNumberNotice server={{ next, previous }} />
      <Card>
        {activity.length === 0 ? (
          <EmptyState icon="activity" text={t("empty")} />
        ) : (
          <AuditList entries={activity} />
        )}
        <ServerFooter title={t("title")} server={{ next, previous }} />
      </Card>
    </>
  );
}
