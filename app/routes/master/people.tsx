/** /master/people: every user, for masters. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SORT_DIRECTIONS } from "~/domain/members";
import { findOption, PERSON_FILTERS, PERSON_SORTS } from "~/domain/mission-control";
import { parseSearchPosition } from "~/domain/paging";
import { handleLoader } from "~/http/loader.server";
import { readPeople } from "~/services/support/people.server";
import type { PageHandle } from "~/ui/layout/use-page";
import { PeopleList } from "~/ui/master/people-list";

export const handle: PageHandle = { title: "common:title.master_people", texts: ["master", "data"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, "/master/people", async ({ app, url: { searchParams: query } }) => {
    const at = parseSearchPosition(query);
    const chosen = {
      status: findOption(PERSON_FILTERS, query.get("status")) ?? "",
      sort: findOption(PERSON_SORTS, query.get("sort")) ?? "",
      direction: findOption(SORT_DIRECTIONS, query.get("direction")) ?? "asc",
    } as const;
    return { ...(await readPeople(app.store, { ...at, ...chosen })), ...chosen, search: at.search };
  });

export { shouldRevalidate } from "~/ui/form/keep-page";

export default function People() {
  return <PeopleList {...useLoaderData<typeof loader>()} />;
}
