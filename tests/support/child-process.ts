/** Programs that tests start and end, each by its own process. */
import { execFileSync, spawn, type ChildProcess } from "node:child_process";

/** Runs a program to its end. Throws with its output when it fails. */
export async function runProgram(command: readonly string[]): Promise<void> {
  const child = spawn(command[0] ?? "", command.slice(1), { cwd: "/", stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (part: Buffer) => (output += part.toString()));
  child.stderr.on("data", (part: Buffer) => (output += part.toString()));
  // Not "close": a server that the program leaves running keeps the pipes open.
  const code = await new Promise((resolve) => child.on("exit", resolve).on("error", resolve));
  child.stdout.destroy();
  child.stderr.destroy();
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${String(code)}:\n${output}`);
}

/** Resolves when the process has ended. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await ended;
}

/** The ids of the processes that this one has started and that still run. */
export function listChildren(parent: number | undefined): number[] {
  const lines = execFileSync("ps", ["-A", "-o", "ppid=,pid="], { encoding: "utf8" }).trim().split("\n");
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.flatMap(([ppid, pid]) => (ppid === parent && pid !== undefined ? [pid] : []));
}
