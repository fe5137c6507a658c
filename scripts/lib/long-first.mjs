/** The order of the test files for vitest: those that take longest start first, or one of them would end alone. */
import { BaseSequencer } from "vitest/node";
import { LONGEST } from "./layers.mjs";

export default class LongFirstSequencer extends BaseSequencer {
  async sort(files) {
    return putLongFirst(await super.sort(files), ({ moduleId }) => moduleId);
  }
}

/**
 * The same files; those of LONGEST first, in its order, and the others as they were.
 *
 * @template File
 * @param {readonly File[]} files
 * @param {(file: File) => string} getPath
 * @returns {File[]}
 */
export function putLongFirst(files, getPath) {
  const getRank = (file) => {
    const place = LONGEST.findIndex((path) => getPath(file).endsWith(`/${path}`));
    return place === -1 ? LONGEST.length : place;
  };
  return files.toSorted((a, b) => getRank(a) - getRank(b));
}
