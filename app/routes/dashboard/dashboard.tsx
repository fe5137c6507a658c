/** /dashboard: the first page after signing in. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { createDemoData, parseDemoRange, type DemoUser } from "~/domain/demo";
import { listDemoUsers, parseDemoListQuery, type DemoColumn } from "~/domain/demo-users";
import type { Translate } from "~/domain/message-keys";
import { canActAs } from "~/domain/roles";
import { paths } from "~/domain/paths";
import { handleAction, toSamePage } from "~/http/action.server";
import { readPasskeyOffer } from "~/http/cookies.server";
import { handleLoader } from "~/http/loader.server";
import { readAccountOverview } from "~/services/billing/account-overview.server";
import { updateChecklist } from "~/services/users/first-steps.server";
import { Dashboard } from "~/ui/dashboard/dashboard";
import type { PageHandle } from "~/ui/use-page";
import { toAccountName } from "~/services/platform/account-name.server";
import { getFirstName } from "~/domain/text";

export const handle: PageHandle = { title: "common:title.dashboard", texts: ["dashboard", "data"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.dashboard, async ({ app, viewer, url, locale, request, translator: { t } }) => {
    const { users, stats, revenue } = createDemoData(new Date());
    const months = parseDemoRange(url.searchParams);
    const query = parseDemoListQuery(url.searchParams);
    const overview = await readAccountOverview(app, viewer, locale);
    const list = listDemoUsers(users, query, (user, column) => toText(user, column, t));
    return {
      name: getFirstName(viewer.user.name),
      account: toAccountName(viewer.account, locale),
      canInvite: canActAs(viewer, "admin"),
      isOfferedOwnership: viewer.account.ownerOfferedTo === viewer.user.id,
      usage: overview?.usage ?? null,
      firstSteps: overview?.firstSteps ?? null,
      offersPasskey: readPasskeyOffer(request.headers.get("Cookie")) === "open",
      stats,
      revenue: revenue.slice(-months),
      months,
      list: { ...query, ...list },
    };
  });

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.dashboard, {
    checklist: {
      operation: updateChecklist,
      pick: ["dismissed"],
      failTo: toSamePage(paths.dashboard),
      undo: ({ dismissed }) => (dismissed ? { dismissed: "false" } : null),
    },
  });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function DashboardPage() {
  return <Dashboard {...useLoaderData<typeof loader>()} />;
}

/** The text of a cell, by which the reader sorts and searches. */
function toText(user: DemoUser, column: DemoColumn, t: Translate): string {
  switch (column) {
    case "name":
      return `${user.name} ${user.email}`;
    case "role":
      return t(`dashboard:role.${user.permission}`);
    case "status":
      return t(`dashboard:status.${user.status}`);
    case "last_login":
      return user.last_login ?? "";
  }
}
