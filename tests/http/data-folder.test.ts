/** The data folder is readable by the server's own user only, whatever permissions it has at start. */
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createVerifiedUser } from "../support/clients";
import { startProduct } from "../support/product";
import { createPicture, createUploader } from "../support/uploads";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "groundwork-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Every file and folder that other users of the machine can access. */
function openPaths(path: string): string[] {
  const stats = statSync(path);
  const within = stats.isDirectory() ? readdirSync(path).flatMap((name) => openPaths(join(path, name))) : [];
  return [...((stats.mode & 0o077) === 0 ? [] : [path]), ...within];
}

/** Sets the permissions of an unpacked backup, or of a volume made by hand. */
function openAll(path: string): void {
  const isFolder = statSync(path).isDirectory();
  chmodSync(path, isFolder ? 0o755 : 0o644);
  if (isFolder) for (const name of readdirSync(path)) openAll(join(path, name));
}

test("an existing folder with mode 755 and files with mode 644 is restricted at start, and stays so while in use", async () => {
  const dataDir = join(folder, "data");
  const first = await startProduct({ DATA_DIR: dataDir });
  await createVerifiedUser(first, "first@example.com");
  await first.stop();
  openAll(dataDir);
  const product = await startProduct({ DATA_DIR: dataDir });
  const person = await createVerifiedUser(product, "second@example.com");
  const png = await createPicture().png().toBuffer();
  expect((await createUploader(product, person.token).upload([{ bytes: png }])).status).toBe(200);
  expect((await person.call("POST", "/api/account/plan", { plan: "free" })).status).toBe(200);
  expect(readdirSync(dataDir)).toEqual(
    expect.arrayContaining(["app.db", "app.db-wal", "app.secret", "avatars", "mail"]),
  );
  expect(openPaths(dataDir)).toEqual([]);
  expect(product.output()).not.toContain("other users of this machine");
  await product.stop();
});

test("a new database in a shared folder is readable by the server's user only, and the log warns about the folder", async () => {
  const dataDir = mkdtempSync(join(folder, "shared-"));
  writeFileSync(join(dataDir, "letters.txt"), "of another program");
  chmodSync(join(dataDir, "letters.txt"), 0o644);
  chmodSync(dataDir, 0o755);
  const product = await startProduct({ DATA_DIR: dataDir });
  expect(openPaths(dataDir)).toEqual([dataDir, join(dataDir, "letters.txt")]);
  await product.stop();
  expect(product.output()).toContain(`other users of this machine can read ${dataDir}.`);
});
