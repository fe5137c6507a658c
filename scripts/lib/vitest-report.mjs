/** A vitest reporter that counts: what passed, also at the second try only, what failed and where, what was skipped and why. Written as JSON. */
import { writeFileSync } from "node:fs";

/** The variable with the path of the report: vitest creates its reporters itself. */
export const REPORT_PATH = "TEST_REPORT_PATH";

export default class CountingReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const filterByState = (state) => tests.filter((test) => test.result().state === state);
    const report = {
      files: modules.length,
      passed: filterByState("passed").length,
      failed: [
        ...filterByState("failed").map((test) => describeFailure(getTestName(test), test.result().errors)),
        ...listBrokenGroups(modules),
        ...unhandledErrors.map((error) => describeFailure("unhandled error", [error])),
      ],
      skipped: filterByState("skipped").map((test) => ({
        name: getTestName(test),
        reason: test.result().note,
      })),
      retried: tests.filter((test) => test.diagnostic()?.flaky).map(getTestName),
      times: modules.map((module) => ({ file: module.relativeModuleId, seconds: getSeconds(module) })),
    };
    writeFileSync(process.env[REPORT_PATH], JSON.stringify(report));
  }
}

/** Files that could not be loaded and groups whose beforeAll or afterAll threw: their tests never ran. */
function listBrokenGroups(modules) {
  const groups = modules.flatMap((module) => [module, ...module.children.allSuites()]);
  return groups
    .filter((group) => group.errors().length > 0)
    .map((group) => describeFailure(`${getTestName(group)} (could not be run)`, group.errors()));
}

/** Returns the time that a file took: its own loading, its hooks and its tests. */
function getSeconds(module) {
  const { collectDuration, duration } = module.diagnostic();
  return (collectDuration + duration) / 1000;
}

const getTestName = (task) =>
  task.fullName ? `${task.module.relativeModuleId} > ${task.fullName}` : task.relativeModuleId;

/** The name, and the first line of what the first error says: the whole of it stands further up in the output. */
const describeFailure = (name, [error]) => `${name}: ${error?.message?.split("\n")[0] ?? "no message"}`;
