/** `npm run promote -- EMAIL [--revoke]`: makes a user a master. Installs and builds first when needed. */
import { runCommand } from "./lib/run-command.mjs";

runCommand("promote", ({ promote }) => promote(process.argv.slice(2)));
