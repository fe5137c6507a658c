/** Files in a bucket, against a stand-in for it that checks signatures. */
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readBucketPlace } from "~/config/storage.server";
import { startS3Server, type S3Server } from "../../../tests/support/s3-server";
import { openBucketFiles, type BucketFiles } from "./bucket-files";

const PART_BYTES = 5 * 1024 ** 2;

let server: S3Server;
let files: BucketFiles;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.close());

function open(folder: string): BucketFiles {
  for (const [name, value] of Object.entries(server.settings)) vi.stubEnv(name, value);
  const place = readBucketPlace(server.settings.STORAGE_URL ?? "");
  if (!place) throw new Error("the stand-in has no place");
  files = openBucketFiles(place, folder);
  return files;
}

test("a file is written, read, listed without its folder, and removed", async () => {
  open("avatars");
  await files.write("a b(1)+ñ.png", Buffer.from("picture"));
  expect([...server.objects.keys()]).toEqual(["acme/avatars/a b(1)+ñ.png"]);
  expect(await files.read("a b(1)+ñ.png")).toEqual(Buffer.from("picture"));
  expect((await files.list()).map(({ name }) => name)).toEqual(["a b(1)+ñ.png"]);
  await files.remove("a b(1)+ñ.png");
  await files.remove("a b(1)+ñ.png");
  expect(await files.read("a b(1)+ñ.png")).toBeNull();
  expect(await files.list()).toEqual([]);
  expect(server.refused).toBe(0);
});

test("a stream of more than one part arrives whole, and none of it is there before its end", async () => {
  open("backups");
  const content = Buffer.alloc(2 * PART_BYTES + 7, "part");
  async function* halves() {
    yield content.subarray(0, PART_BYTES + 1);
    await vi.waitFor(() => expect(server.objects.size).toBe(0));
    yield content.subarray(PART_BYTES + 1);
  }
  await files.upload("one.backup", Readable.from(halves()));
  const found = await files.download("one.backup");
  expect(found && (await buffer(found)).equals(content)).toBe(true);
  expect(await files.download("two.backup")).toBeNull();
});

test("a stream that fails leaves nothing", async () => {
  open("backups");
  async function* broken() {
    yield Buffer.alloc(PART_BYTES + 1);
    throw new Error("the disk failed");
  }
  await expect(files.upload("broken.backup", Readable.from(broken()))).rejects.toThrow("the disk failed");
  expect([...server.objects.keys()]).not.toContain("acme/backups/broken.backup");
});

test("a wrong key is refused", async () => {
  open("avatars");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "another");
  await expect(files.read("a.png")).rejects.toThrow("SignatureDoesNotMatch");
});
