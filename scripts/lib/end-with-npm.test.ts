/** Stopping npm stops what npm started. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";

const MODULE = JSON.stringify(new URL("end-with-npm.mjs", import.meta.url).href);
const STARTED = `import(${MODULE}).then((it) => { it.endWithNpm(); setInterval(() => undefined, 1000); console.log(process.pid); })`;
const TIMEOUT_MS = 20_000;

test(
  "a program ends when the shell that npm started it from has been killed",
  async () => {
    const shell = spawn("sh", ["-c", `"$NODE" -e "$PROGRAM"; true`], {
      env: { ...process.env, NODE: process.execPath, PROGRAM: STARTED, npm_lifecycle_event: "start" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [pid] = (await once(shell.stdout, "data")) as [Buffer];
    shell.kill("SIGTERM");
    const program = Number(pid.toString());
    await expect
      .poll(() => isRunning(program), { timeout: TIMEOUT_MS / 2 })
      .toBe(false)
      .finally(() => isRunning(program) && process.kill(program, "SIGKILL"));
  },
  TIMEOUT_MS,
);

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
