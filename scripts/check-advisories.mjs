/**
 * Fails when the lockfile contains a version with a known vulnerability that no entry accepts, or when npm cannot list what is
 * installed (an SBOM). Warns of entries that are to be reviewed.
 */
import { existsSync, readFileSync } from "node:fs";
import { judgeAdvisories } from "./lib/advisories.mjs";
import { resolveFromRoot } from "./lib/root.mjs";
import { runNpm } from "./lib/run.mjs";
import { WARNING_MARK } from "./lib/summary.mjs";

const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));

const readTest = (file) =>
  existsSync(resolveFromRoot(file)) ? readFileSync(resolveFromRoot(file), "utf8") : null;

const { failures, warnings } = judgeAdvisories(
  readJson(resolveFromRoot("package-lock.json")),
  readJson(resolveFromRoot("security", "advisories.json")),
  { today: new Date().toISOString().slice(0, 10), readTest },
);
for (const failure of failures) console.error(failure);
for (const warning of warnings) console.log(WARNING_MARK + warning);

const sbom = await runNpm(["sbom", "--sbom-format", "cyclonedx"], { show: false });
if (sbom.code !== 0) console.error(`npm sbom failed:\n${sbom.output}`);

process.exitCode = failures.length > 0 || sbom.code !== 0 ? 1 : 0;
