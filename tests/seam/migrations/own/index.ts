/** The founder's own migrations, with numbers of their own: `own/0001-projects`. They run after those of the product. */
import type { Migration } from "~/models/store/schema";
import { projects } from "./0001-projects";
import { contact } from "./0002-contact";

export const OWN_MIGRATIONS: readonly Migration[] = [projects, contact];
