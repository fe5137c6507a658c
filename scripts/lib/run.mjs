/** Running other programs: their output shown or kept, their time measured, and all stopped with this process. */
import { spawn } from "node:child_process";
import { ROOT } from "./root.mjs";

/**
 * Runs a program (in the project's folder by default), without a shell and without stdin, and waits for it.
 * `show: false` keeps the output for the caller; `env` is added to ours. A program that cannot be started has code 127.
 */
export function run(command, args, { cwd = ROOT, env = {}, show = true } = {}) {
  const startedAt = Date.now();
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", show ? "inherit" : "pipe", show ? "inherit" : "pipe"],
  });
  running.add(child);
  return new Promise((resolve) => {
    let output = "";
    child.stdout?.on("data", (part) => (output += part));
    child.stderr?.on("data", (part) => (output += part));
    const finish = (code) => {
      running.delete(child);
      resolve({ code, output, seconds: getSecondsSince(startedAt) });
    };
    child.on("error", (error) => {
      output += `${error.message}\n`;
      finish(127);
    });
    child.on("close", (code) => finish(code ?? 1));
  });
}

/** Runs a JavaScript program with this same Node: no PATH, no shell, no trouble with spaces in paths. */
export const runNode = (script, args, options) => run(process.execPath, [script, ...args], options);

/** Runs npm: the very one that started us, where there is one. */
export function runNpm(args, options) {
  const cli = process.env.npm_execpath;
  if (cli && /npm-cli\.c?js$/.test(cli)) return runNode(cli, args, options);
  return run("npm", args, options);
}

export const getSecondsSince = (startedAt) => (Date.now() - startedAt) / 1000;

/**
 * From now on a signal that stops us stops what we run, too; the function returned ends that.
 * A child that has not ended after the grace is killed.
 */
export function stopChildrenOnExit() {
  const handlers = Object.entries(EXIT_CODES).map(([signal, code]) => [signal, () => stop(signal, code)]);
  for (const [signal, handler] of handlers) process.on(signal, handler);
  return () => {
    for (const [signal, handler] of handlers) process.off(signal, handler);
  };
}

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
const GRACE_MS = 12_000;
const running = new Set();
let isStopping = false;

function stop(signal, code) {
  // A terminal's Ctrl-C reaches us twice: from the terminal, and from npm, which passes it on.
  if (isStopping) return;
  isStopping = true;
  if (running.size === 0) process.exit(code);
  for (const child of running) {
    child.kill(signal);
    child.on("close", () => running.size === 0 && process.exit(code));
  }
  setTimeout(() => {
    for (const child of running) child.kill("SIGKILL");
    process.exit(code);
  }, GRACE_MS).unref();
}
