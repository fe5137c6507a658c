/** Where the project lies, whatever folder a command is called from. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** An absolute path of something inside the project. */
export const resolveFromRoot = (...parts) => join(ROOT, ...parts);
