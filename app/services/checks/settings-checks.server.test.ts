/** Whether someone can read the metrics, and whether passkeys can work. */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inspectConfig } from "~/config/config.server";
import { checkMetrics, checkPasskeys } from "./settings-checks.server";

const TOKEN = { METRICS_TOKEN: "a-token-of-the-operator-0123456789" };
const PUBLIC = { APP_URL: "https://app.example.com" };

test.each([
  [{}, "ok", "checks:metrics.local"],
  [TOKEN, "ok", "checks:metrics.token"],
  [{ ...PUBLIC, ...TOKEN }, "ok", "checks:metrics.token"],
  [PUBLIC, "warning", "checks:metrics.none"],
])("with %j the check of the metrics is %s: %s", (environment, level, finding) => {
  const config = inspectConfig({ DATA_DIR: join(tmpdir(), "no such folder"), ...environment });
  expect(checkMetrics({ config, sources: new Map() })).toMatchObject({ level, finding });
});

test.each([
  ["http://localhost:3000", "ok", "checks:passkeys.ok"],
  ["https://app.example.com", "ok", "checks:passkeys.ok"],
  ["http://127.0.0.1:3000", "warning", "checks:passkeys.ip"],
  ["http://app.example.com", "warning", "checks:passkeys.plain"],
])("with APP_URL %s the check of passkeys is %s", (url, level, finding) => {
  const environment = { DATA_DIR: join(tmpdir(), "no such folder"), APP_URL: url };
  const result = checkPasskeys({ config: inspectConfig(environment), sources: new Map() });
  expect([result.level, result.finding.split("?")[0]]).toEqual([level, finding]);
  expect(result.advice === undefined).toBe(level === "ok");
});
