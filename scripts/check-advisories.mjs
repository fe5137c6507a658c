/**
 * Fails when the lockfile contains a version with a known vulnerability, or when npm cannot list what is installed
 * (an SBOM).
 */
import { readFileSync } from "node:fs";
import { findBadPackages } from "./lib/advisories.mjs";
import { resolveFromRoot } from "./lib/root.mjs";
import { runNpm } from "./lib/run.mjs";

const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));

const bad = findBadPackages(
  readJson(resolveFromRoot("package-lock.json")),
  readJson(resolveFromRoot("security", "advisories.json")).advisories,
);
for (const { path, version, advisory } of bad) {
  console.error(`${path} ${version} is in ${advisory.bad}: ${advisory.id}, ${advisory.what}`);
}

const sbom = await runNpm(["sbom", "--sbom-format", "cyclonedx"], { show: false });
if (sbom.code !== 0) console.error(`npm sbom failed:\n${sbom.output}`);

process.exitCode = bad.length > 0 || sbom.code !== 0 ? 1 : 0;
