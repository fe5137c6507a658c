/** As much of version ranges as an advisory needs: comparators, side by side (and) or parted by || (or). */

/**
 * True when the version lies in the range: "<1.2.3", ">=4.0.0 <4.2.2", "<1.0.0 || =2.0.0". Throws on any other form.
 *
 * @returns {boolean}
 */
export function isInRange(version, range) {
  return range.split("||").some((part) =>
    part
      .trim()
      .split(/\s+/)
      .every((comparator) => holds(version, comparator)),
  );
}

function holds(version, comparator) {
  const [, operator, bound] = /^(<=|>=|<|>|=)(\d+\.\d+\.\d+(?:-[\w.]+)?)$/.exec(comparator) ?? [];
  if (!operator) throw new Error(`"${comparator}" is no comparator: use <, <=, >, >= or = and three numbers`);
  const order = compare(version, bound);
  return { "<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0, "=": order === 0 }[operator];
}

/** Negative, zero or positive. A pre-release comes before its release; two of one release are compared as text. */
function compare(left, right) {
  const [leftNumbers, leftTag] = parse(left);
  const [rightNumbers, rightTag] = parse(right);
  const difference = leftNumbers
    .map((number, place) => number - rightNumbers[place])
    .find((gap) => gap !== 0);
  if (difference !== undefined) return difference;
  if (leftTag === rightTag) return 0;
  if (!leftTag || !rightTag) return leftTag ? -1 : 1;
  return leftTag < rightTag ? -1 : 1;
}

function parse(version) {
  const [release, ...tag] = version.split("+")[0].split("-");
  return [release.split(".").map(Number), tag.join("-")];
}
