/** /api/docs: the API's reference, rendered by the server. `?group=` shows the calls of one group in full. */
import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paths } from "~/domain/paths";
import { handleLoader } from "~/http/loader.server";
import { getApiReference, listEntries } from "~/services/api-reference.server";
import { CallCard } from "~/ui/api-docs/call-card";
import { GroupCard, RulesCard, StartCard } from "~/ui/api-docs/call-list";
import { DocsLayout } from "~/ui/api-docs/docs-layout";
import { Section } from "~/ui/kit/card";
import { Breadcrumbs } from "~/ui/layout/page-header";
import type { PageHandle } from "~/ui/use-page";
import { useTexts } from "~/ui/use-texts";

export const handle: PageHandle = {
  title: "common:title.api_docs",
  description: "common:description.api_docs",
  texts: ["reference", "account"],
};

/** The call that a new key most likely may make, and that changes nothing. */
const FIRST_CALL = "listMembers";

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.apiDocs, ({ app, url }) => {
    const { introduction, groups } = getApiReference(app.config.appUrl);
    const slug = url.searchParams.get("group");
    if (slug !== null) {
      const group = groups.find((candidate) => candidate.slug === slug);
      if (!group) throw redirect(paths.notFound);
      return { group, start: null };
    }
    const first = groups.flatMap(({ calls }) => calls).find(({ id }) => id === FIRST_CALL);
    const firstCall = first?.samples?.curl ?? "";
    return { group: null, start: { introduction, firstCall, groups: listEntries(groups) } };
  });

export { shouldRevalidate } from "~/ui/form/keep-page";

export default function ApiReference() {
  const { group, start } = useLoaderData<typeof loader>();
  const { t } = useTexts("reference");
  return (
    <DocsLayout page="reference">
      {start ? (
        <Section>
          <StartCard firstCall={start.firstCall} />
          <RulesCard paragraphs={start.introduction} />
          {start.groups.map((entry) => (
            <GroupCard key={entry.slug} group={entry} />
          ))}
        </Section>
      ) : (
        <Section>
          <Breadcrumbs crumbs={[{ label: t("all"), link: paths.apiDocs }, { label: group.name }]} />
          {group.calls.map((call) => (
            <CallCard key={call.id} call={call} />
          ))}
        </Section>
      )}
    </DocsLayout>
  );
}
