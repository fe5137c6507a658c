/** Finds tests that no layer would run: a test that never runs cannot fail. */
import { readdirSync } from "node:fs";
import { SUITES, TEST_FILE } from "./layers.mjs";
import { ROOT } from "./root.mjs";

const NOT_OURS = ["node_modules", "build", "data", ".git", ".cache"];

/**
 * Test files outside every layer's folders, as paths from the project's root.
 *
 * @returns {string[]}
 */
export function findStrayTests(root = ROOT) {
  const folders = Object.values(SUITES).flat();
  return testFilesBelow(root, "").filter((file) => !folders.some((folder) => file.startsWith(`${folder}/`)));
}

function testFilesBelow(root, folder) {
  return readdirSync(`${root}/${folder}`, { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) return NOT_OURS.includes(entry.name) ? [] : testFilesBelow(root, path);
    return TEST_FILE.test(entry.name) ? [path] : [];
  });
}
