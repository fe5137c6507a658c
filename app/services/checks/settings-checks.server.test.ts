/** Whether someone can read the metrics. */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inspectConfig } from "~/config/config.server";
import { checkMetrics } from "./settings-checks.server";

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
