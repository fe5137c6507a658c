/** /master/people: every user, for masters. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { MASTER_USER_FILTERS, MASTER_USER_SORTS } from "~/domain/mission-control";
import { findOption, SORT_DIRECTIONS, parseSearchPosition } from "~/domain/paging";
import { paths } from "~/domain/paths";
import { handleLoader } from "~/http/loader.server";
import { readMasterUsers } from "~/services/master/users.server";
import type { PageHandle } from "~/ui/use-page";
import { UserList } from "~/ui/master/user-list";

export const handle: PageHandle = { title: "common:title.master_people", texts: ["master", "data"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.masterPeople, async ({ app, url: { searchParams: query } }) => {
    const at = parseSearchPosition(query);
    const chosen = {
      status: findOption(MASTER_USER_FILTERS, query.get("status")) ?? "",
      sort: findOption(MASTER_USER_SORTS, query.get("sort")) ?? "",
      direction: findOption(SORT_DIRECTIONS, query.get("direction")) ?? "asc",
    } as const;
    return { ...(await readMasterUsers(app.store, { ...at, ...chosen })), ...chosen, search: at.search };
  });

export { shouldRevalidate } from "~/ui/form/keep-page";

export default function People() {
  return <UserList {...useLoaderData<typeof loader>()} />;
}
