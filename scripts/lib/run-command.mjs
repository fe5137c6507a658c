/** Running a command of the product from its build: `npm run seed`, `npm run backup` and their like. */
import { requireNode } from "./node-version.mjs";

/** Wrong settings are for the operator to fix, so their stack traces are left out. */
const SETTINGS_ERRORS = ["ConfigError", "SavedSettingsError"];

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
    console.error(SETTINGS_ERRORS.includes(error.name) ? error.message : error);
    process.exit(1);
  });
}

async function runFromBuild(name, work) {
  const { requireDataOwner } = await import("./data-owner.mjs");
  const { prepareBuild } = await import("./prepare-build.mjs");
  requireDataOwner(name.replace("-", ":"));
  await prepareBuild({ mayChange: process.env.NODE_ENV !== "production" });
  process.exitCode = await work(await import(`../../build/${name}.js`));
}
