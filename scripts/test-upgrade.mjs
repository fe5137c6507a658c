/**
 * `npm run test:upgrade`: a founder's clone of an earlier commit takes today's version, with its history and without. Takes minutes.
 * `npm run test:upgrade -- --short` leaves out types, build and unit tests, and notes no result; `-- --keep` leaves the clones.
 */
import { requireNode } from "./lib/node-version.mjs";

requireNode();
const { installIfNeeded } = await import("./lib/install.mjs");
const { resolveFromRoot } = await import("./lib/root.mjs");
const { runNode, stopChildrenOnExit } = await import("./lib/run.mjs");
stopChildrenOnExit();
await installIfNeeded();
const tsx = resolveFromRoot("node_modules", "tsx", "dist", "cli.mjs");
const { code } = await runNode(tsx, [
  resolveFromRoot("tests", "upgrade", "main.ts"),
  ...process.argv.slice(2),
]);
process.exitCode = code;
