/** The built part of `npm run doctor`: checks the installation with these settings, and prints what to do. */
import { listSettingSources, readCommandWrapper } from "../app/config/config.server";
import { translator } from "../app/i18n/translator.server";
import { toCheckText, type CheckLevel, type CheckText } from "../app/services/checks/check.server";
import { runChecks } from "../app/services/checks/run-checks.server";

const MARKS: Record<CheckLevel, string> = { ok: "✓", warning: "!", failure: "✗" };
const USAGE = "Usage: npm run doctor, or for programs: npm run --silent doctor -- --json";

/** Prints one line for each check, with what to do below it. Returns the exit code: 1 when a check failed. */
export async function checkThisInstallation(given: readonly string[]): Promise<number> {
  if (given.some((word) => word !== "--json")) {
    process.stderr.write(`${USAGE}\n`);
    return 1;
  }
  const results = await runChecks();
  const checks = results.map((result) => nameCommands(toCheckText(result, translator("en"))));
  const isOk = checks.every(({ level }) => level !== "failure");
  process.stdout.write(given.includes("--json") ? toJson(checks, isOk) : toLines(checks));
  return isOk ? 0 : 1;
}

/** The texts say "npm run"; an operator on a server copies what is right there. */
function nameCommands(check: CheckText): CheckText {
  const wrapper = readCommandWrapper();
  const advice = wrapper
    ? check.advice?.replaceAll(/npm run ([a-z]+)(?: --)?/g, `${wrapper} $1`)
    : check.advice;
  return { ...check, advice };
}

function toLines(checks: readonly CheckText[]): string {
  const lines = checks.flatMap(({ name, level, finding, advice }) => [
    `${MARKS[level]} ${name}: ${finding}`,
    ...(advice === undefined ? [] : [`    ${advice}`]),
  ]);
  return `${lines.join("\n")}\n`;
}

function toJson(checks: readonly CheckText[], isOk: boolean): string {
  return `${JSON.stringify({ ok: isOk, checks, settings: readSources() }, null, 2)}\n`;
}

/** Where each setting comes from; empty when the saved ones cannot be read, which one of the checks reports. */
function readSources(): Record<string, string> {
  try {
    return Object.fromEntries(listSettingSources());
  } catch {
    return {};
  }
}
