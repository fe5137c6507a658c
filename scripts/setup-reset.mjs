/** `npm run setup:reset`: opens setup again. Installs and builds first when needed. */
import { runCommand } from "./lib/run-command.mjs";

runCommand("setup-reset", ({ resetSetup }) => resetSetup(process.argv.slice(2)));
