/** Faults that a test file of `npm test` makes: its tests are run, and their results taken. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runNode } from "../../scripts/lib/run.mjs";
import { resolveFromRoot } from "../../scripts/lib/root.mjs";
import type { ByTests } from "./kind";

export interface TestsResult {
  /** The tests that have passed. */
  passed: number;
  violations: string[];
}

interface Report {
  testResults: { message: string; assertionResults: { fullName: string; status: string }[] }[];
}

/** Runs the file's tests. Those that are skipped, because a server is not there, count as nothing. */
export async function runTests({ project, file, titles, environment }: ByTests): Promise<TestsResult> {
  const folder = mkdtempSync(join(tmpdir(), "fault-tests-"));
  const output = join(folder, "report.json");
  const filter = titles === undefined ? [] : ["--testNamePattern", titles];
  const report = ["--reporter=json", `--outputFile=${output}`];
  const vitest = resolveFromRoot("node_modules", "vitest", "vitest.mjs");
  try {
    const args = ["run", "--project", project, file, ...filter, ...report];
    await runNode(vitest, args, { show: false, env: { NODE_ENV: "test", ...environment } });
    return toResult(JSON.parse(readFileSync(output, "utf8")) as Report);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function toResult({ testResults }: Report): TestsResult {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const passed = tests.filter(({ status }) => status === "passed").length;
  const failed = tests.filter(({ status }) => status === "failed").map(({ fullName }) => fullName);
  const broken = testResults.filter(({ assertionResults: { length } }) => length === 0);
  return {
    passed,
    violations: [
      ...failed,
      ...broken.map(({ message }) => message.split("\n")[0] ?? "the file failed"),
      ...(passed === 0 && failed.length === 0 ? ["no test ran"] : []),
    ],
  };
}
