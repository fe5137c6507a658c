/** `npm run doctor [-- --json]`: checks this installation. Installs and builds first when needed. */
import { requireNode } from "./lib/node-version.mjs";

requireNode();
runDoctor().catch((error) => {
  console.error(error);
  process.exit(1);
});

async function runDoctor() {
  const { installIfNeeded } = await import("./lib/install.mjs");
  const { buildIfStale } = await import("./lib/build-if-stale.mjs");
  await installIfNeeded();
  const { code } = await buildIfStale();
  if (code !== 0) process.exit(code);
  const { checkThisInstallation } = await import("../build/doctor.js");
  process.exitCode = await checkThisInstallation(process.argv.slice(2));
}
