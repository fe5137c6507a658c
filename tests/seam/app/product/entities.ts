/** The founder's own entities: `projects: projectEntity`. Backups, and what is deleted with an account, read this list. */
import { projectEntity } from "./projects/model.server";

export const OWN_ENTITIES = { projects: projectEntity };
