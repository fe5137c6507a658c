/** Separates server and load generator: each runs on a core of its own, where the machine allows it. */
import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";

const CORES = { server: "0", load: "1" };

/** Whether there are two cores, and `taskset` to pin programs to them. */
export const isPinned =
  availableParallelism() >= 2 &&
  spawnSync("taskset", ["-c", CORES.load, process.execPath, "--version"]).status === 0;

/** Returns the command line that runs a program on its side's core. */
export function toPinnedCommand(side: keyof typeof CORES, command: string, parameters: readonly string[]) {
  if (!isPinned) return { command, parameters: [...parameters] };
  return { command: "taskset", parameters: ["-c", CORES[side], command, ...parameters] };
}
