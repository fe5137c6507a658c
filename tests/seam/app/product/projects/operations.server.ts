/** The projects of an account: listing, creating, renaming and deleting them. */
import * as z from "zod";
import { AppError } from "~/domain/errors";
import { toMessage } from "~/domain/messages";
import { paths } from "~/domain/paths";
import { lockAccount } from "~/models/account.server";
import type { Store } from "~/models/store/store";
import { recordAudit } from "~/services/platform/audit/audit.server";
import { trackEvent } from "~/services/platform/audit/tracking.server";
import { queueMail } from "~/services/platform/mail/outbox.server";
import { defineOperation, requireViewer, type Context } from "~/services/platform/operation.server";
import { createProjectForm, deleteProjectForm, PROJECTS_MAX, renameProjectForm } from "./forms";
import {
  countProjects,
  insertProject,
  listProjects,
  removeProject,
  updateProjectName,
  type ProjectRow,
} from "./model.server";

const projectShape = z.object({ id: z.string(), name: z.string(), date_created: z.iso.datetime() });

const toView = ({ id, name, createdAt }: ProjectRow) => ({ id, name, date_created: createdAt.toISOString() });

export const getProjects = defineOperation({
  name: "getProjects",
  method: "GET",
  path: "/api/projects",
  summary: "List the account's projects, newest first.",
  access: { permission: "user", state: "subscribed" },
  keyScope: "projects:read",
  input: z.object({}),
  output: z.object({ projects: z.array(projectShape) }),
  run: async (_input, context) => ({ data: { projects: await readProjects(context) } }),
});

/** The projects of the viewer's account. */
export async function readProjects(context: Context): Promise<z.infer<typeof projectShape>[]> {
  const { account } = requireViewer(context);
  return (await listProjects(context.app.store, { accountId: account.id })).map(toView);
}

export const createProject = defineOperation({
  name: "createProject",
  method: "POST",
  path: "/api/projects",
  summary: "Create a project.",
  access: { permission: "user", state: "subscribed" },
  needsOwnSession: true,
  keyScope: "projects:write",
  auditsItself: true,
  input: createProjectForm,
  output: projectShape,
  async run({ name }, context) {
    const { account, user } = requireViewer(context);
    const project = await context.app.store.transaction(async (store) => {
      await lockAccount(store, account);
      if ((await countProjects(store, { accountId: account.id })) >= PROJECTS_MAX)
        throw new AppError("conflict", toMessage("projects:limit", { count: PROJECTS_MAX }));
      const created = await insertProject(store, { accountId: account.id, name });
      await recordAudit(store, context, { action: "project_created", target: name });
      await trackEvent(store, { name: "project_created", accountId: account.id, userId: user.id });
      await queueProjectMail(store, context, created);
      return created;
    });
    return { data: toView(project), message: "projects:created" };
  },
});

export const renameProject = defineOperation({
  name: "renameProject",
  method: "PATCH",
  path: "/api/projects/:id",
  summary: "Rename a project.",
  access: { permission: "user", state: "subscribed" },
  needsOwnSession: true,
  keyScope: "projects:write",
  auditsItself: true,
  input: renameProjectForm,
  output: z.object({ id: z.string(), name: z.string() }),
  async run({ id, name }, context) {
    const { account } = requireViewer(context);
    await context.app.store.transaction(async (store) => {
      if (!(await updateProjectName(store, { id, accountId: account.id, name })))
        throw new AppError("not_found", "errors:not_found");
      await recordAudit(store, context, { action: "project_renamed", target: name });
    });
    return { data: { id, name }, message: "projects:renamed" };
  },
});

export const deleteProject = defineOperation({
  name: "deleteProject",
  method: "DELETE",
  path: "/api/projects/:id",
  summary: "Delete a project.",
  access: { permission: "user", state: "subscribed" },
  needsOwnSession: true,
  keyScope: "projects:write",
  auditsItself: true,
  input: deleteProjectForm,
  output: z.object({ id: z.string() }),
  async run({ id }, context) {
    const { account } = requireViewer(context);
    await context.app.store.transaction(async (store) => {
      const removed = await removeProject(store, { id, accountId: account.id });
      if (!removed) throw new AppError("not_found", "errors:not_found");
      await recordAudit(store, context, { action: "project_deleted", target: removed.name });
    });
    return { data: { id }, message: "projects:deleted" };
  },
});

function queueProjectMail(store: Store, context: Context, { name: project }: ProjectRow): Promise<void> {
  const { app } = context;
  const { name, email, locale } = requireViewer(context).user;
  const link = `${app.config.appUrl}${paths.projects}`;
  const values = { name, project, link };
  return queueMail(store, app.secrets, { template: "project_created", to: email, locale, values });
}
