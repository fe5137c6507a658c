/** Building again when, and only when, something that goes into the build has changed since the last one. */
import { isBuildFresh } from "./build-stamp.mjs";
import { resolveFromRoot } from "./root.mjs";
import { runNode } from "./run.mjs";

/** Builds if need be, and says so; what the tools print is shown only when they fail. `code` is 0 when there is a fresh build. */
export async function buildIfStale() {
  if (isBuildFresh()) return { code: 0, seconds: 0 };
  console.log("Building (the sources have changed since the last build).");
  const { code, output, seconds } = await runNode(resolveFromRoot("scripts", "build.mjs"), [], {
    show: false,
  });
  if (code !== 0) {
    console.error(`${output.trimEnd()}\nThe build failed: the reason is above.`);
    return { code, seconds };
  }
  console.log(`Built in ${seconds.toFixed(1)} s.`);
  return { code, seconds };
}
