/** `npm run restore -- FILE`: brings a backup into an empty database. Installs and builds first when needed. */
import { runCommand } from "./lib/run-command.mjs";

runCommand("restore", ({ runRestore }) => runRestore(process.argv.slice(2)));
