/** Archives that are no backup, or a damaged or hostile one: a restore refuses each and changes nothing. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import type { Header } from "tar-stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PRODUCT_NAME } from "~/domain/product";
import { openStore } from "~/models/store/open-store";
import type { OpenStore } from "~/models/store/database";
import { isStoreEmpty } from "~/models/whole-store.server";
import { packArchive, packBomb, unpackArchive, type Entry } from "../../../tests/support/archives";
import { createBackupApp, fillStore } from "../../../tests/support/backups";
import { createBackup } from "./create-backup.server";
import type { Manifest } from "./manifest.server";
import { restoreBackup } from "./restore-backup.server";
import { hash } from "./write-archive.server";

const folder = mkdtempSync(join(tmpdir(), "groundwork-hostile-"));
const file = join(folder, "good.backup");
const PASSPHRASE = "correct horse battery";
const askPassphrase = () => Promise.resolve(PASSPHRASE);
let target: OpenStore;
let good: Buffer;
let entries: Entry[];

beforeAll(async () => {
  const source = await openStore(`sqlite:${join(folder, "source.db")}`);
  await source.migrate();
  await fillStore(source, { rows: 3, events: 200 });
  mkdirSync(join(folder, "avatars"));
  writeFileSync(join(folder, "avatars", `${"ab".repeat(16)}.png`), "picture");
  writeFileSync(join(folder, "config.json"), JSON.stringify({ SUPPORT_EMAIL: "help@example.com" }));
  await createBackup({ app: createBackupApp(source, folder), file, passphrase: PASSPHRASE });
  await source.close();
  good = readFileSync(file);
  entries = await unpackArchive(good);
  target = await openStore(`sqlite:${join(folder, "target.db")}`);
});
afterAll(async () => {
  await target.close();
  rmSync(folder, { recursive: true, force: true });
});

test.each<[string, () => Buffer | Promise<Buffer>, string]>([
  ["an empty file", () => Buffer.alloc(0), "damaged or cut off"],
  ["a text", () => Buffer.from("hello"), `no backup of ${PRODUCT_NAME}`],
  [
    "another archive",
    () => packArchive([{ header: { name: "hello.txt" }, content: Buffer.from("hi") }]),
    "no backup",
  ],
  ["a compressed text", () => gzipSync("x".repeat(2000)), "no backup"],
  ["a half of a backup", () => good.subarray(0, good.length / 2), "damaged or cut off"],
  ["a backup without its last byte", () => good.subarray(0, -1), "damaged or cut off"],
  ["an archive that ends early", () => gzipSync(gunzipSync(good).subarray(0, 51_200)), "damaged or cut off"],
  ["a backup without its end", () => packArchive(entries.slice(0, -1)), "end.json is missing"],
  [
    "a backup with something behind its end",
    () => packArchive([...entries, ...entries.slice(0, 1)]),
    "follows its end",
  ],
  [
    "a missing picture",
    () => packArchive(entries.filter(({ header }) => !header.name.startsWith("pictures/"))),
    "end.json",
  ],
  ["a path with ..", () => rename("pictures/", () => "pictures/../../../evil.png"), "is no picture"],
  ["an absolute path", () => rename("pictures/", () => "/etc/evil.png"), "is no picture"],
  ["a path with a backslash", () => rename("pictures/", () => "pictures/..\\evil.png"), "is no picture"],
  [
    "a picture that is a page",
    () => rename("pictures/", (name) => name.replace("png", "html")),
    "is no picture",
  ],
  ["a symbolic link", () => link("symlink"), "no plain file"],
  ["a hard link", () => link("link"), "no plain file"],
  ["a folder", () => link("directory"), "no plain file"],
  ["a device", () => link("character-device"), "no plain file"],
  ["a file of another name", () => rename("entities/users", () => "entities/root.jsonl"), "instead of"],
  [
    "the files in another order",
    () => packArchive(entries.toSpliced(1, 2, ...entries.slice(1, 3).reverse())),
    "instead of",
  ],
  ["a changed byte of a row", () => change("entities/users", flipByte), "not as it was written"],
  ["a changed picture", () => change("pictures/", flipByte), "not as it was written"],
  ["changed settings", () => change("settings.json", flipByte), "not as it was written"],
  ["a row of other fields", () => forge("users", () => '{"id":"1","isAdmin":true}\n'), "a row of users"],
  [
    "a row of another type",
    () => forge("users", (text) => text.replace('"id":"', '"id":1,"x":"')),
    "a row of users",
  ],
  [
    "a prototype in a row",
    () => forge("users", (text) => text.replace('{"id"', '{"__proto__":{},"id"')),
    "a row of",
  ],
  ["a line without an end", () => forge("users", (text) => text.trimEnd()), "cut off"],
  ["a row of 40 MB", () => forge("users", () => " ".repeat(40_000_000)), "too long"],
  [
    "fewer rows than it says",
    () => forge("users", (text) => text.slice(0, text.indexOf("\n") + 1), 3),
    "users",
  ],
  ["the same row twice", () => forge("users", (text) => text + text), "does not have its secret"],
  ["another format", () => describeAs({ format: 99 }), "format 99"],
  ["another product", () => describeAs({ product: "Other" }), `no backup of ${PRODUCT_NAME}`],
  [
    "another version",
    () => describeAs({ schema: "0005-ways-in", version: "0.0.1" }),
    "Restore it with the version",
  ],
  ["a manifest that lists no files", () => describeAs({ files: [] }), "lists other files"],
  ["a manifest of 2 MB", () => describeAs({ version: "x".repeat(2_000_000) }), "too long"],
  ["a manifest that is no JSON", () => change("manifest.json", () => Buffer.from("{")), "no JSON"],
  ["another secret's signature", () => describeAs({ signature: "x" }), "unset it"],
  ["a bomb", () => packBomb(), "too long for its size"],
  ["thousands of small files", () => manySmallFiles(), "more pictures than users"],
])("%s is refused, and nothing is changed", async (_name, make, message) => {
  const hostile = join(folder, "hostile.backup");
  writeFileSync(hostile, await make());
  await expectRefusal(hostile, message);
});

test("when a row cannot be written, the database is empty again", async () => {
  const store = await openStore(`sqlite:${join(folder, "failing.db")}`);
  const insertAll: OpenStore["insertAll"] = (entity, rows) =>
    entity.table === "events" ? Promise.reject(new Error("disk full")) : store.insertAll(entity, rows);
  const app = createBackupApp({ ...store, insertAll }, folder);
  await expect(restoreBackup({ app, file, askPassphrase })).rejects.toThrow("disk full");
  expect(await store.readSchemaState()).toEqual({ schema: "current", isRestoring: false });
  expect(await isStoreEmpty(store)).toBe(true);
  await store.close();
});

test("a file that is missing, or a folder, is refused by name", async () => {
  await expectRefusal(join(folder, "missing.backup"), "missing.backup cannot be read");
  await expectRefusal(folder, "is no file");
});

test("another secret is refused without the passphrase, and with a wrong one", async () => {
  const app = createBackupApp(target, join(folder, "elsewhere"), "another secret, which is long enough");
  const restore = (passphrase: string) =>
    restoreBackup({ app, file, askPassphrase: () => Promise.resolve(passphrase) });
  await expect(restore("wrong horse battery")).rejects.toThrow("The passphrase is wrong");
  await expect(restore(PASSPHRASE)).rejects.toThrow("unset it");
  expect(await target.readSchemaState()).toEqual({ schema: "none", isRestoring: false });
});

test("a short passphrase, and a file that exists, are refused", async () => {
  const app = createBackupApp(target, folder);
  await expect(createBackup({ app, file: `${file}2`, passphrase: "short" })).rejects.toThrow(
    "at least 12 characters",
  );
  await expect(createBackup({ app, file })).rejects.toThrow("exists already");
  await expect(createBackup({ app, file: `${file}2` })).rejects.toThrow("has no tables yet");
});

/** In the same installation, with an empty folder and a database without tables. */
async function expectRefusal(hostile: string, message: string): Promise<void> {
  const dataDir = join(folder, "elsewhere");
  mkdirSync(dataDir, { recursive: true });
  const app = createBackupApp(target, dataDir);
  await expect(restoreBackup({ app, file: hostile, askPassphrase })).rejects.toThrow(message);
  expect(readdirSync(dataDir)).toEqual([]);
  expect(await target.readSchemaState()).toEqual({ schema: "none", isRestoring: false });
}

const isOf = (start: string) => (entry: Entry) => entry.header.name.startsWith(start);

function rename(start: string, toName: (name: string) => string): Promise<Buffer> {
  return packArchive(
    entries.map((entry) =>
      isOf(start)(entry) ? { ...entry, header: { name: toName(entry.header.name) } } : entry,
    ),
  );
}

function change(start: string, toContent: (content: Buffer) => Buffer): Promise<Buffer> {
  return packArchive(
    entries.map((entry) => (isOf(start)(entry) ? { ...entry, content: toContent(entry.content) } : entry)),
  );
}

function link(type: Header["type"]): Promise<Buffer> {
  const header = { name: "entities/accounts.jsonl", type, linkname: "/etc/passwd" };
  return packArchive(entries.toSpliced(1, 1, { header, content: Buffer.alloc(0) }));
}

function describeAs(changes: Partial<Record<keyof Manifest, unknown>>): Promise<Buffer> {
  return change("manifest.json", (content) =>
    Buffer.from(JSON.stringify({ ...parseManifest(content), ...changes })),
  );
}

/** An archive whose counts and hashes are right, as only the maker of a backup can write it. */
function forge(entity: string, toText: (text: string) => string, rows?: number): Promise<Buffer> {
  const name = `entities/${entity}.jsonl`;
  const content = Buffer.from(toText(entries.find(isOf(name))?.content.toString() ?? ""));
  const counted = rows ?? content.toString().split("\n").length - 1;
  const description = { name, bytes: content.length, sha256: hash(content), rows: counted };
  const [{ content: manifest }] = entries as [Entry];
  const files = parseManifest(manifest).files.map((described) =>
    described.name === name ? description : described,
  );
  const described = Buffer.from(JSON.stringify({ ...parseManifest(manifest), files }));
  return packArchive(
    entries.map((entry, index) => {
      if (index === 0) return { ...entry, content: described };
      return isOf(name)(entry) ? { ...entry, content } : entry;
    }),
  );
}

function parseManifest(content: Buffer): Manifest {
  return JSON.parse(content.toString()) as Manifest;
}

function flipByte(content: Buffer): Buffer {
  return Buffer.from(content.map((byte, index) => (index === 5 ? byte ^ 1 : byte)));
}

function manySmallFiles(): Promise<Buffer> {
  const pictures = Array.from({ length: 2000 }, (_, index) => ({
    header: { name: `pictures/${index.toString(16).padStart(32, "0")}.png` },
    content: Buffer.from("x"),
  }));
  return packArchive([
    ...entries.filter((entry) => !isOf("pictures/")(entry) && !isOf("end")(entry)),
    ...pictures,
  ]);
}
