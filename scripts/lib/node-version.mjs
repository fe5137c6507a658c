/** The version of Node that the project needs, and the message for an older one. */
import { readFileSync } from "node:fs";

/** Ends the process when this Node is older than `engines.node` of package.json. Plain syntax: old Nodes must parse it. */
export function requireNode() {
  const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  const wanted = manifest.engines.node.replace(">=", "");
  if (isAtLeast(process.versions.node, wanted)) return;
  console.error(
    `Node ${wanted} or newer is needed; this is Node ${process.versions.node}. Get one at https://nodejs.org.`,
  );
  process.exit(1);
}

function isAtLeast(version, wanted) {
  const have = version.split(".").map(Number);
  const need = wanted.split(".").map(Number);
  return have[0] > need[0] || (have[0] === need[0] && have[1] >= (need[1] || 0));
}
