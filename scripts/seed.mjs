/** `npm run seed`: makes a demo company, and prints its sign-ins. Installs and builds first when needed. */
import { runCommand } from "./lib/run-command.mjs";

runCommand("seed", ({ runSeed }) => runSeed());
