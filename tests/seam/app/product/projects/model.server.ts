/** Projects of an account. */
import { v7 as uuid } from "uuid";
import { date, id, string, type Entity } from "~/models/store/entity";
import type { Store } from "~/models/store/store";
import { PROJECTS_MAX } from "./forms";

export interface ProjectRow {
  id: string;
  accountId: string;
  name: string;
  createdAt: Date;
}

export const projectEntity: Entity<ProjectRow> = {
  table: "projects",
  belongsTo: { account: "accountId" },
  fields: { id: id(), accountId: id(), name: string(100), createdAt: date() },
  indexes: [["accountId", "createdAt"]],
};

type OfAccount = Pick<ProjectRow, "accountId">;

/** The account's projects, newest first. */
export function listProjects(store: Store, { accountId }: OfAccount): Promise<ProjectRow[]> {
  const newest = { order: { by: "createdAt", direction: "desc" }, limit: PROJECTS_MAX } as const;
  return store.find(projectEntity, { accountId }, newest);
}

/** How many projects the account has. */
export function countProjects(store: Store, { accountId }: OfAccount): Promise<number> {
  return store.count(projectEntity, { accountId });
}

/** How many projects there are in all accounts, for the log. */
export function countAllProjects(store: Store): Promise<number> {
  return store.count(projectEntity, {});
}

export async function insertProject(
  store: Store,
  { accountId, name }: OfAccount & Pick<ProjectRow, "name">,
): Promise<ProjectRow> {
  const row = { id: uuid(), accountId, name, createdAt: new Date() };
  await store.insert(projectEntity, row);
  return row;
}

/** False when the account has no such project. */
export async function updateProjectName(
  store: Store,
  { id, accountId, name }: Pick<ProjectRow, "id" | "accountId" | "name">,
): Promise<boolean> {
  return (await store.update(projectEntity, { id, accountId }, { name })) === 1;
}

/** Deletes a project of this account and returns it; null when there is none. */
export async function removeProject(
  store: Store,
  { id, accountId }: Pick<ProjectRow, "id" | "accountId">,
): Promise<ProjectRow | null> {
  const row = await store.findOne(projectEntity, { id, accountId });
  return row && (await store.remove(projectEntity, { id, accountId })) === 1 ? row : null;
}
