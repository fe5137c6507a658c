/** /projects: the account's projects, each with its name to change, and a form for another. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { ActionForm, SubmitButton } from "~/ui/form/action-form";
import { TextField } from "~/ui/form/fields";
import { PostForm } from "~/ui/form/post-form";
import { Button } from "~/ui/kit/button";
import { Card, CardBody, CardHeader, Section } from "~/ui/kit/card";
import { EmptyState } from "~/ui/kit/empty-state";
import { PageHeader } from "~/ui/layout/page-header";
import type { PageHandle } from "~/ui/use-page";
import { useTexts } from "~/ui/use-texts";
import { createProject, deleteProject, readProjects, renameProject } from "./operations.server";

export const handle: PageHandle = { title: "common:title.projects", texts: ["projects"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.projects, async (context) => ({ projects: await readProjects(context) }));

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.projects, {
    create: { operation: createProject },
    rename: { operation: renameProject },
    delete: { operation: deleteProject },
  });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function Projects() {
  const { projects } = useLoaderData<typeof loader>();
  const { t } = useTexts("projects");
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      <Section width="lg">
        <Card>
          {projects.length === 0 ? (
            <EmptyState icon="layers" text={t("none")} />
          ) : (
            <ul className="divide-y divide-line">
              {projects.map((project) => (
                <Project key={project.id} {...project} />
              ))}
            </ul>
          )}
        </Card>
        <Card>
          <CardHeader title={t("new")} />
          <CardBody>
            <ActionForm
              intent="create"
              schema={() => import("./forms").then((forms) => forms.createProjectForm)}
              submitLabel={t("create")}
            >
              <TextField name="name" label={t("name")} />
            </ActionForm>
          </CardBody>
        </Card>
      </Section>
    </>
  );
}

function Project({ id, name }: { id: string; name: string }) {
  const { t } = useTexts("projects");
  return (
    <li className="flex flex-wrap items-end justify-between gap-3 px-5 py-3">
      <ActionForm intent="rename" fields={{ id }} className="flex items-end gap-2">
        <TextField name="name" label={t("name_of", { name })} defaultValue={name} />
        <SubmitButton size="sm" variant="secondary">
          {t("rename")}
        </SubmitButton>
      </ActionForm>
      <PostForm intent="delete" fields={{ id }}>
        <Button type="submit" size="sm" variant="danger" aria-label={t("delete_named", { name })}>
          {t("delete")}
        </Button>
      </PostForm>
    </li>
  );
}
