/** The founder's own entities: `projects: projectEntity`. Backups, and what is deleted with an account, read this list. */
import type { AnyEntity } from "~/models/store/entity";

export const OWN_ENTITIES = {} satisfies Record<string, AnyEntity>;
