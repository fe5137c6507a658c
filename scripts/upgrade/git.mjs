/** Calls of git in one folder. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createInterface } from "node:readline";

const OUTPUT_MAX_BYTES = 256 * 1024 * 1024;

/** Without a terminal there is no one to answer a question about a password. Messages are read, so they are in one language. */
const ENVIRONMENT = { LC_ALL: "C", ...(process.stdin.isTTY ? {} : { GIT_TERMINAL_PROMPT: "0" }) };

/**
 * Git in this folder: `git("status")` returns what it prints, without the last line's end, and throws what it says when it
 * fails; `git.try("status")` returns both.
 *
 * @param {string} cwd
 */
export function openGit(cwd) {
  /** @param {string[]} args */
  const attempt = (...args) => {
    const result = spawnSync("git", args, {
      cwd,
      encoding: "utf8",
      maxBuffer: OUTPUT_MAX_BYTES,
      env: { ...process.env, ...ENVIRONMENT },
    });
    if (result.error) throw new Error(`git could not be run: ${result.error.message}`);
    const { status, stdout, stderr } = result;
    return { ok: status === 0, code: status ?? 1, output: stdout.replace(/\n$/, ""), error: stderr.trim() };
  };
  /** @param {string[]} args */
  const git = (...args) => {
    const { ok, output, error } = attempt(...args);
    if (!ok) throw new Error(`git ${args[0]}: ${error || output}`);
    return output;
  };
  /** Keeps a text as a blob, and returns its hash. */
  const write = (text) =>
    execFileSync("git", ["hash-object", "-w", "--stdin"], { cwd, encoding: "utf8", input: text }).trim();
  return Object.assign(git, { try: attempt, write, cwd });
}

/** @typedef {ReturnType<typeof openGit>} Git */

/** The lines of an output. @returns {string[]} */
export const toLines = (output) => output.split("\n").filter(Boolean);

/** The names of an output with -z. @returns {string[]} */
export const toNames = (output) => output.split("\0").filter(Boolean);

/** The hash of the commit that a name stands for, or null. @returns {string | null} */
export function findCommit(git, name) {
  const { ok, output } = git.try("rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`);
  return ok ? output : null;
}

/** The text of a file at a commit, or null when the commit has no such file. @returns {string | null} */
export function readAt(git, commit, path) {
  const { ok, output } = git.try("show", `${commit}:${path}`);
  return ok ? output : null;
}

/** True when the history of `commit` has `ancestor`. */
export const isAncestor = (git, ancestor, commit) =>
  git.try("merge-base", "--is-ancestor", ancestor, commit).ok;

/** Gives a git that reads stdin these lines, and each line of its output to `onLine`: for outputs too long to keep. */
export function pipeLines(git, args, { lines, onLine }) {
  const child = spawn("git", args, { cwd: git.cwd, stdio: ["pipe", "pipe", "ignore"] });
  child.stdin.end(lines.map((line) => `${line}\n`).join(""));
  createInterface({ input: child.stdout }).on("line", onLine);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0 ? resolve(undefined) : reject(new Error(`git ${args[0]} ended with ${code}`)),
    );
  });
}
