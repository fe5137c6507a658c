/** Running a command of the product from its build: `npm run seed`, `npm run backup` and their like. */
import { requireNode } from "./node-version.mjs";

/**
 * Installs and builds when needed, then runs `work` with what build/<name>.js exports. Its number becomes the exit code.
 * `built` is any, because each command exports a function of its own, with other arguments.
 *
 * @param {string} name
 * @param {(built: any) => Promise<number>} work
 */
export function runCommand(name, work) {
  requireNode();
  runFromBuild(name, work).catch((error) => {
    // A wrong setting is for the operator to fix, so its stack trace is left out.
    console.error(error.name === "ConfigError" ? error.message : error);
    process.exit(1);
  });
}

async function runFromBuild(name, work) {
  const { installIfNeeded } = await import("./install.mjs");
  const { buildIfStale } = await import("./build-if-stale.mjs");
  await installIfNeeded();
  const { code } = await buildIfStale();
  if (code !== 0) process.exit(code);
  process.exitCode = await work(await import(`../../build/${name}.js`));
}
