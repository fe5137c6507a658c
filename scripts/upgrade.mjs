/** `npm run upgrade -- [version] [--from URL] [--dry-run]`: takes a version of the product into this clone. */
import { requireNode } from "./lib/node-version.mjs";

requireNode();
const { ROOT } = await import("./lib/root.mjs");
const { stopChildrenOnExit } = await import("./lib/run.mjs");
const { upgrade } = await import("./upgrade/upgrade.mjs");
stopChildrenOnExit();
process.exitCode = await upgrade({ root: ROOT, words: process.argv.slice(2) });
