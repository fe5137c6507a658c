/** CHANGELOG.md, in the format of Keep a Changelog, and what it asks of a founder. https://keepachangelog.com/en/1.1.0/ */

/** The format's own kinds of changes, and one of ours: what an update asks of founders and operators. */
export const KINDS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security", "What you must do"];
const DUTIES = "What you must do";

/**
 * The releases, newest first. `version` is "Unreleased" for what is to come; `sections` holds the entries by their kind.
 *
 * @param {string} text
 * @returns {{ version: string, date: string | null, sections: Record<string, string[]> }[]}
 */
export function parseChangelog(text) {
  return text
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [heading = "", ...lines] = part.split("\n");
      const [, version = heading, date = null] = HEADING.exec(heading) ?? [];
      return { version, date, sections: parseSections(lines.join("\n")) };
    });
}

const HEADING = /^\[?(Unreleased|\d+\.\d+\.\d+)\]?(?: - (\d{4}-\d{2}-\d{2}))?$/;

function parseSections(text) {
  const parts = text.split(/^### /m).slice(1);
  return Object.fromEntries(
    parts.map((part) => {
      const [kind = "", ...lines] = part.split("\n");
      return [kind, parseEntries(lines.join("\n"))];
    }),
  );
}

/** An entry may go on for several lines. */
const parseEntries = (text) =>
  text
    .split(/^- /m)
    .slice(1)
    .map((entry) => entry.trim().replace(/\s*\n\s*/g, " "));

/**
 * What must be done for an update, oldest first: the entries of the target's changelog that the base's does not have. Not by version,
 * because a clone that follows the main branch has a part of the next one.
 *
 * @returns {{ version: string, entry: string }[]}
 */
export function listDuties(target, base) {
  const known = new Set(toDuties(base).map(({ entry }) => entry));
  return toDuties(target)
    .filter(({ entry }) => !known.has(entry))
    .toReversed();
}

const toDuties = (text) =>
  parseChangelog(text ?? "").flatMap(({ version, sections }) =>
    (sections[DUTIES] ?? []).toReversed().map((entry) => ({ version, entry })),
  );

/** What is not as the format says, in words; empty when all is. */
export function findFaults(text) {
  return parseChangelog(text).flatMap(({ version, date, sections }, place) => [
    ...(HEADING.test(`${version}${date ? ` - ${date}` : ""}`)
      ? []
      : [`"${version}" is no version with a date`]),
    ...(place > 0 && date === null ? [`${version} has no date`] : []),
    ...Object.entries(sections).flatMap(([kind, entries]) => [
      ...(KINDS.includes(kind) ? [] : [`${version} has "${kind}", which is no kind of changes`]),
      ...(entries.length > 0 ? [] : [`${version} has "${kind}" without an entry`]),
    ]),
  ]);
}
