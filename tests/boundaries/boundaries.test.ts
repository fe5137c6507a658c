/**
 * The import rules are enforced: each rule of .dependency-cruiser.cjs reports its violation in the fixture, and
 * nothing else is reported.
 */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import walls from "../../.dependency-cruiser.cjs";

const CRUISE = toPath("../../node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
const CONFIG = toPath("../../.dependency-cruiser.cjs");
const CRUISE_TIMEOUT_MS = 120_000;

const offenceShape = z.object({ from: z.string(), rule: z.object({ name: z.string() }) });
const resultShape = z.object({ summary: z.object({ violations: z.array(offenceShape) }) });

describe("the boundaries between the layers", () => {
  let offences: z.infer<typeof offenceShape>[] = [];

  beforeAll(async () => {
    offences = await runDependencyCruiser(toPath("fixture"), ["app", "migrations", "sandbox"]);
  }, CRUISE_TIMEOUT_MS);

  test.each(walls.forbidden.map((rule) => rule.name))("the rule %s reports its violation", (name) => {
    expect(offences.filter((offence) => offence.rule.name === name)).not.toEqual([]);
  });

  test("an allowed import is not reported", () => {
    const innocent = [
      "app/routes/allowed.ts",
      "app/models/store/store.ts",
      "migrations/first.ts",
      "app/domain/fact.ts",
      "app/entry.server.tsx",
    ];
    expect(offences.filter((offence) => innocent.includes(offence.from))).toEqual([]);
  });
});

/**
 * Returns everything that the project's rules report in a folder. The exit code is the number of errors, so any
 * code is accepted.
 */
async function runDependencyCruiser(cwd: string, folders: string[]) {
  const output = await new Promise<string>((resolve) => {
    const args = [CRUISE, "--config", CONFIG, "--output-type", "json", ...folders];
    execFile(process.execPath, args, { cwd, maxBuffer: 2 ** 26 }, (_error, stdout) => resolve(stdout));
  });
  return resultShape.parse(JSON.parse(output)).summary.violations;
}

function toPath(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url));
}
