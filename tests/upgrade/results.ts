/** Where the result of the play is kept: docs/upgrades.json, and the table of docs/upgrading.md. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runNode } from "../../scripts/lib/run.mjs";
import type { Step } from "./steps";

const JSON_FILE = "docs/upgrades.json";
const TABLE_FILE = "docs/upgrading.md";
const TABLE = /(<!-- npm run test:upgrade writes this -->\n)[^]*(<!-- until here -->)/;

export async function writeResult(
  root: string,
  {
    base,
    commit,
    steps,
    hasPassed,
  }: { base: string; commit: string; steps: readonly Step[]; hasPassed: boolean },
): Promise<void> {
  const date = new Date().toISOString().slice(0, 10);
  const failed = steps.find((step) => !step.hasPassed);
  const result = hasPassed
    ? `passed: ${steps.length} steps; ${steps.at(-1)?.result ?? ""}`
    : `failed: ${failed?.name ?? `after "${steps.at(-1)?.name ?? "nothing"}"`}`;
  writeFileSync(
    join(root, JSON_FILE),
    `${JSON.stringify({ base, last: { date, base, commit, result } }, null, 2)}\n`,
  );
  const file = join(root, TABLE_FILE);
  const table = [
    `${date}, from ${base.slice(0, 8)} to ${commit.slice(0, 8)} and three more changes: ${result}.`,
    "",
    "| step | result | seconds |",
    "| --- | --- | ---: |",
    ...steps.map(formatRow),
  ];
  writeFileSync(
    file,
    readFileSync(file, "utf8").replace(
      TABLE,
      (_all, start: string, end: string) => `${start}\n${table.join("\n")}\n\n${end}`,
    ),
  );
  // The table as the formatter wants it.
  await runNode(join(root, "node_modules", "oxfmt", "bin", "oxfmt"), [JSON_FILE, TABLE_FILE], {
    show: false,
  });
}

function formatRow({ name, result, seconds, hasPassed }: Step): string {
  const lines = result.split("\n");
  // A program that failed says last what came of it.
  const line = (hasPassed ? lines[0] : `**failed**: ${lines.at(-1)}`) ?? "";
  return `| ${name} | ${line.replaceAll("|", "/")} | ${seconds.toFixed(1)} |`;
}
