/** Known bad versions (security/advisories.json) looked for in the lockfile, because `npm audit` needs the internet. */
import { isInRange } from "./versions.mjs";

/**
 * The installed copies that an advisory names, nested ones included.
 *
 * @returns {{ path: string, version: string, advisory: { bad: string, id: string, what: string } }[]}
 */
export function findBadPackages(lockfile, advisories) {
  return Object.entries(lockfile.packages)
    .filter(([path]) => path.includes("node_modules/"))
    .flatMap(([path, { version, name }]) =>
      advisories
        .filter(
          (advisory) => advisory.package === (name ?? nameFrom(path)) && isInRange(version, advisory.bad),
        )
        .map((advisory) => ({ path, version, advisory })),
    );
}

/** An alias ("x": "npm:y@1") keeps its real name in the lockfile; otherwise the folder is the name. */
const nameFrom = (path) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
