/** `npm run reconcile`: compares every account with the payment provider. Installs and builds first when needed. */
import { runCommand } from "./lib/run-command.mjs";

runCommand("reconcile", ({ runReconcile }) => runReconcile());
