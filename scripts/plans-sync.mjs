/** `npm run plans:sync`: creates the plans' prices at the payment provider. Installs and builds first when needed. */
import { runCommand } from "./lib/run-command.mjs";

runCommand("plans-sync", ({ runPlansSync }) => runPlansSync());
