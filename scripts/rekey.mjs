/** `npm run rekey`: encrypts again with APP_SECRET what the previous secret has encrypted. Installs and builds first when needed. */
import { runCommand } from "./lib/run-command.mjs";

runCommand("rekey", ({ runRekey }) => runRekey(process.argv.slice(2)));
