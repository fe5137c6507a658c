/** `npm run backup -- FILE [--with-secret]`: makes a backup of the product in one file. Installs and builds first when needed. */
import { runCommand } from "./lib/run-command.mjs";

runCommand("backup", ({ runBackup }) => runBackup(process.argv.slice(2)));
