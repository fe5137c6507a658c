import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hours } from "../domain/limits";
import { keepAssets, startKeepingAssets, type AssetFolders } from "./assets.server";

let folder: string;
let kept: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "groundwork-assets-"));
  kept = join(folder, "data", "assets");
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The files of a release, each with its name as its content. */
function createRelease(name: string, files: readonly string[]): AssetFolders {
  const own = join(folder, name);
  mkdirSync(own);
  for (const file of files) writeFileSync(join(own, file), file);
  return { own, kept };
}

test("a release copies its files, without those that the build has compressed", async () => {
  await keepAssets(createRelease("one", ["a-1.js", "a-1.js.br", "a-1.js.gz", "b-1.css"]), Date.now());
  expect(readdirSync(kept)).toEqual(["a-1.js", "b-1.css"]);
  expect(readFileSync(join(kept, "a-1.js"), "utf8")).toBe("a-1.js");
});

test("files stay for a day after a process was last there that has them, and then go", async () => {
  const start = Date.now();
  const one = createRelease("one", ["a-1.js", "b-1.css"]);
  const two = createRelease("two", ["a-2.js", "b-1.css"]);
  await keepAssets(one, start);
  await keepAssets(one, start + hours(100));
  await keepAssets(two, start + hours(101));
  await keepAssets(two, start + hours(124));
  expect(readdirSync(kept)).toEqual(["a-1.js", "a-2.js", "b-1.css"]);
  await keepAssets(two, start + hours(126));
  expect(readdirSync(kept)).toEqual(["a-2.js", "b-1.css"]);
});

test("a folder that cannot be written is logged, and nothing else", async () => {
  writeFileSync(join(folder, "data"), "in the way");
  const error = vi.fn();
  await startKeepingAssets(createRelease("one", ["a-1.js"]), { error });
  expect(error).toHaveBeenCalledTimes(1);
});
