/** Known bad versions (security/advisories.json) looked for in the lockfile, because `npm audit` needs the internet. */
import { isInRange } from "./versions.mjs";

/**
 * The installed copies that an advisory names, nested ones included.
 *
 * @returns {{ path: string, version: string, advisory: { package: string, bad: string, id: string, what: string } }[]}
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

/**
 * Judges what the lockfile has by the entries that accept a version in spite of an advisory. `failures` are sentences about
 * bad versions that no entry accepts, and about entries that are wrong or accept nothing any more; `warnings` about
 * entries whose date of review is past: a clone must not begin to fail by the calendar.
 *
 * @param {object} lockfile package-lock.json, parsed
 * @param {{ advisories: object[], accepted?: object[] }} list security/advisories.json, parsed
 * @param {{ today: string, readTest: (file: string) => string | null }} how `today` as in "2026-11-24"
 * @returns {{ failures: string[], warnings: string[] }}
 */
export function judgeAdvisories(lockfile, { advisories, accepted = [] }, { today, readTest }) {
  const found = findBadPackages(lockfile, advisories);
  const bad = found.filter((one) => !accepted.some((entry) => accepts(entry, one)));
  const unused = accepted.filter((entry) => !found.some((one) => accepts(entry, one)));
  const past = accepted.filter(({ review }) => review < today);
  return {
    failures: [
      ...bad.map(
        ({ path, version, advisory: { bad: range, id, what } }) =>
          `${path} ${version} is in ${range}: ${id}, ${what}`,
      ),
      ...unused.map(
        (entry) => `${describe(entry)} is accepted, and not installed any more: remove the entry`,
      ),
      ...accepted.flatMap((entry) => findFaults(entry, readTest)),
    ],
    warnings: past.map(
      (entry) => `${describe(entry)} was accepted until ${entry.review}: look whether its reason still holds`,
    ),
  };
}

/** Exactly this version: another one has to be looked at again. */
const accepts = (entry, { version, advisory }) =>
  entry.package === advisory.package && entry.id === advisory.id && entry.version === version;

function findFaults(entry, readTest) {
  const { reason, test, review } = entry;
  const text = test?.file ? readTest(test.file) : null;
  return [
    ...(reason ? [] : ["has no reason"]),
    ...(/^\d{4}-\d\d-\d\d$/.test(review ?? "") ? [] : ["has no date of review such as 2026-12-31"]),
    ...(test?.title && text?.includes(test.title) ? [] : ["names no test that exists"]),
  ].map((fault) => `the entry of ${describe(entry)} ${fault}`);
}

const describe = (entry) => `${entry.package} ${entry.version} (${entry.id})`;

/** An alias ("x": "npm:y@1") keeps its real name in the lockfile; otherwise the folder is the name. */
const nameFrom = (path) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
