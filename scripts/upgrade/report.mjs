/** What the command prints: what would happen, or what has happened and what is left to do. */
import { describeConflicts } from "./conflicts.mjs";

/** For `--dry-run`. */
export function formatPlan(plan) {
  const { base, codemods, changed, conflicts } = plan;
  return [
    formatTitle(plan),
    ...(base.isJoined ? [] : ["A commit would join the product's history, which this clone does not have."]),
    ...(codemods.length === 0 ? [] : [`Codemods: ${formatCodemods(codemods, changed)}`]),
    conflicts.length === 0 ? "The merge would have no conflict." : "The merge would have conflicts:",
    ...describeConflicts(conflicts),
    ...formatDuties(plan.duties),
    "",
    "This was a dry run: nothing was changed.",
  ];
}

/** After the merge, which is left open. */
export function formatResult(result) {
  const { base, codemods, changed, conflicts, lockfile, migrations, before } = result;
  // The lockfile's is resolved by then.
  const open = conflicts.filter(({ owner }) => owner !== "lock");
  return [
    formatTitle(result),
    ...(base.isJoined ? [] : ["A commit joins the product's history, which this clone did not have."]),
    ...(codemods.length === 0 ? [] : [`Codemods: ${formatCodemods(codemods, changed)}`]),
    open.length === 0 ? "Merged without a conflict." : `Merged, with ${countFiles(open.length)} to resolve.`,
    ...describeConflicts(open),
    ...(open.length === 0 ? [] : [""]),
    ...(lockfile ? [lockfile] : []),
    ...migrations,
    ...formatDuties(result.duties),
    "",
    `${open.length === 0 ? "The merge is open, for you to look at" : "When they are resolved"}: npm ci && npm test -- fast && git commit`,
    `To give it up: git reset --hard ${before.slice(0, 12)}`,
  ];
}

const formatTitle = ({ base, target }) =>
  `Version ${base.version} (${base.commit.slice(0, 8)}) -> ${target.version} (${target.commit.slice(0, 8)})`;

const formatCodemods = (codemods, changed) =>
  `${codemods.map(({ version }) => version).join(", ")} before the merge, for ${countFiles(changed.length)} of yours${changed.length > 0 ? `: ${changed.join(", ")}` : ""}`;

const countFiles = (count) => (count === 1 ? "1 file" : `${count} files`);

function formatDuties(duties) {
  if (duties.length === 0) return [];
  return ["", "What you must do:", ...duties.map(({ version, entry }) => `  ${version}: ${entry}`)];
}
