/** `npm run doctor [-- --json]`: checks this installation. Installs and builds first when needed. */
import { runCommand } from "./lib/run-command.mjs";

runCommand("doctor", ({ checkThisInstallation }) => checkThisInstallation(process.argv.slice(2)));
