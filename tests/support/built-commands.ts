/** The operators' commands, as `npm run` runs them once they are built. */
import { spawn, type ChildProcessByStdio } from "node:child_process";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";

/** The built file of each command, and what it exports. */
const COMMANDS = {
  backup: "runBackup",
  doctor: "checkThisInstallation",
  promote: "promote",
  reconcile: "runReconcile",
  rekey: "runRekey",
  restore: "runRestore",
  seed: "runSeed",
} as const;
type CommandName = keyof typeof COMMANDS;

const LONGEST_MS = 120_000;

/** Starts the built code only: the script itself might build again while other tests use the build. */
export function startCommand(
  command: CommandName,
  environment: Record<string, string | undefined>,
  ...given: string[]
): ChildProcessByStdio<null, Readable, Readable> {
  const name = COMMANDS[command];
  const url = new URL(`../../build/${command}.js`, import.meta.url).href;
  const code = `const { ${name} } = await import(${JSON.stringify(url)}); process.exitCode = await ${name}(process.argv.slice(1));`;
  return spawn(process.execPath, ["--input-type=module", "-e", code, "--", ...given], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: LONGEST_MS,
  });
}

/** Runs the command to its end. The test goes on meanwhile, because it may be the server that the command asks. */
export async function runCommand(
  ...started: Parameters<typeof startCommand>
): Promise<{ code: number | null; printed: string }> {
  const child = startCommand(...started);
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, printed: stdout + stderr };
}
