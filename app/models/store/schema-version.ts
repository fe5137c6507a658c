/** Which schema this version of the product has. */
import { MIGRATIONS } from "../../../migrations";

/** The name of the newest migration. */
export const SCHEMA_VERSION = MIGRATIONS.at(-1)?.name ?? "";
