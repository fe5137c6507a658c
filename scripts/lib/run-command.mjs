/** Running a command of the product from its build: `npm run seed`, `npm run backup` and their like. */
import { requireNode } from "./node-version.mjs";

/**
 * Runs `work` with what build/<name>.js exports. Its number becomes the exit code. Installs and builds first when needed,
 * but not in production, and refuses to run as another user than the data folder's.
 * `built` is any, because each command exports a function of its own, with other arguments.
 *
 * @param {string} name
 * @param {(built: any) => Promise<number>} work
 */
export function runCommand(name, work) {
  requireNode();
  runFromBuild(name, work).catch((error) => {
    // An error for the operator to put right has a sentence that says so, and needs no stack.
    console.error(HAS_SENTENCE.has(error.name) ? error.message : error);
    process.exit(1);
  });
}

/** A wrong setting, and a database that has gone meanwhile. */
const HAS_SENTENCE = new Set(["ConfigError", "SavedSettingsError", "StoreUnavailableError"]);

async function runFromBuild(name, work) {
  const { requireDataOwner } = await import("./data-owner.mjs");
  const { prepareBuild } = await import("./prepare-build.mjs");
  requireDataOwner(name.replace("-", ":"));
  await prepareBuild({ mayChange: process.env.NODE_ENV !== "production" });
  process.exitCode = await work(await import(`../../build/${name}.js`));
}
