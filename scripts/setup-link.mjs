/** `npm run setup:link`: prints the link of a setup that is open. Installs and builds first when needed. */
import { runCommand } from "./lib/run-command.mjs";

runCommand("setup-reset", ({ printSetupLink }) => printSetupLink());
