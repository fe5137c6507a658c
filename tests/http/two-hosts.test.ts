/** Two hosts with one database: their avatars and backups, each on a disk of its own, and in a bucket. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCommand } from "../support/built-commands";
import { createVerifiedUser } from "../support/clients";
import { createMigratedFile } from "../support/migrated-stores";
import { startProduct, waitFor, type Product } from "../support/product";
import { startS3Server, type S3Server } from "../support/s3-server";
import { createPicture, createUploader } from "../support/uploads";

const APP_SECRET = "the secret that both hosts have, long enough";

const folder = mkdtempSync(join(tmpdir(), "groundwork-hosts-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The settings of two hosts with one database and each a data folder. */
async function createHosts(name: string): Promise<[one: Settings, other: Settings]> {
  const file = join(folder, `${name}.db`);
  await createMigratedFile(file);
  const createHost = (host: string) => {
    const DATA_DIR = join(folder, `${name}-${host}`);
    mkdirSync(DATA_DIR);
    return { DATABASE_URL: `sqlite:${file}`, DATA_DIR, APP_SECRET };
  };
  return [createHost("one"), createHost("other")];
}
type Settings = Record<"DATABASE_URL" | "DATA_DIR" | "APP_SECRET", string> & Record<string, string>;

async function uploadAvatar(product: Product, email: string): Promise<string> {
  const { token } = await createVerifiedUser(product, email);
  const uploader = createUploader(product, token);
  await uploader.upload([{ bytes: await createPicture().png().toBuffer() }]);
  const url = await uploader.avatarUrl();
  if (url === null) throw new Error("the picture was not kept");
  return new URL(url, product.url).pathname;
}

describe("each with a data folder of its own", () => {
  let settings: [one: Settings, other: Settings];
  let one: Product;
  let other: Product;
  beforeAll(async () => {
    settings = await createHosts("apart");
    one = await startProduct(settings[0]);
    await waitFor(
      () => existsSync(join(settings[0].DATA_DIR, "avatars", ".groundwork")),
      "the mark of the files",
    );
    other = await startProduct(settings[1]);
  });
  afterAll(() => Promise.all([one.stop(), other.stop()]));

  test("the second one says at its start that it does not see the first one's pictures, and keeps all files", async () => {
    const warning = "this host does not see the pictures of the other hosts";
    await waitFor(() => other.output().includes(warning), "the warning");
    expect(one.output()).not.toContain(warning);
  });

  test("the second one's doctor and backup fail, and name what is missing; the first one's do not", async () => {
    const path = await uploadAvatar(one, "ada@example.com");
    expect((await fetch(one.url + path)).status).toBe(200);
    expect((await fetch(other.url + path)).status).toBe(404);
    const file = join(folder, "one.backup");
    expect(await runCommand("backup", settings[0], file)).toMatchObject({ code: 0 });
    const incomplete = join(folder, "other.backup");
    const made = await runCommand("backup", settings[1], incomplete);
    expect([made.code, made.printed]).toEqual([
      1,
      expect.stringContaining("1 pictures that users have are not here"),
    ]);
    expect(existsSync(incomplete)).toBe(true);
    expect((await runCommand("doctor", settings[0])).printed).toContain("✓ Pictures");
    const { code, printed } = await runCommand("doctor", settings[1]);
    expect([code, printed]).toEqual([1, expect.stringContaining("✗ Pictures: ")]);
    expect(printed).toContain("does not have the pictures of the other hosts");
  });

  test("a lost picture is named by the doctor, with the commands that bring it back", async () => {
    for (const name of readdirSync(join(settings[0].DATA_DIR, "avatars")))
      if (name.endsWith(".png")) rmSync(join(settings[0].DATA_DIR, "avatars", name));
    const { code, printed } = await runCommand("doctor", settings[0]);
    expect([code, printed]).toEqual([
      1,
      expect.stringMatching(/✗ Pictures: 1 picture that a user has is not in/),
    ]);
    expect(printed).toContain("rsync --archive");
  });
});

describe("with a bucket", () => {
  let bucket: S3Server;
  let settings: [one: Settings, other: Settings];
  let one: Product;
  let other: Product;
  beforeAll(async () => {
    bucket = await startS3Server();
    const hosts = await createHosts("together");
    settings = hosts.map((host) => ({ ...host, ...bucket.settings })) as typeof hosts;
    one = await startProduct({ ...settings[0], BACKUP_EVERY_HOURS: "1" });
    await waitFor(() => bucket.objects.has("acme/avatars/.groundwork"), "the mark of the files");
    other = await startProduct(settings[1]);
  });
  afterAll(async () => {
    await Promise.all([one.stop(), other.stop()]);
    await bucket.close();
  });

  test("both hosts show a picture, neither has it on its disk, and the second one's backup and doctor have it", async () => {
    const path = await uploadAvatar(one, "grace@example.com");
    for (const product of [one, other]) {
      const answer = await fetch(product.url + path);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
      expect(answer.headers.get("cache-control")).toContain("immutable");
    }
    for (const { DATA_DIR } of settings) expect(existsSync(join(DATA_DIR, "avatars"))).toBe(false);
    expect((await runCommand("backup", settings[1], join(folder, "together.backup"))).printed).toContain(
      "and 1 pictures",
    );
    expect((await runCommand("doctor", settings[1])).printed).toContain(
      "✓ Pictures: s3://files/acme/avatars/.",
    );
    expect(other.output()).not.toContain("does not see the pictures");
    expect(bucket.refused).toBe(0);
  });

  test("a scheduled backup is in the bucket and no longer on the disk, and is restored by its URL", async () => {
    const key = await waitFor(
      () => [...bucket.objects.keys()].find((name) => name.endsWith(".backup")),
      "a backup",
    );
    expect(key).toMatch(/^acme\/backups\/scheduled-/);
    expect(await one.wholeOutput()).toContain(`"file":"s3://files/${key}"`);
    expect(readdirSync(join(settings[0].DATA_DIR, "backups"))).toEqual([]);
    const there = { ...settings[0], DATA_DIR: folder, DATABASE_URL: `sqlite:${join(folder, "there.db")}` };
    const restored = await runCommand("restore", there, `s3://files/${key}`);
    expect([restored.code, restored.printed]).toEqual([0, expect.stringContaining("Restored")]);
    const unknown = await runCommand("restore", there, "s3://files/acme/backups/../avatars/.groundwork");
    expect([unknown.code, unknown.printed]).toEqual([1, expect.stringContaining("is not in the bucket")]);
  });

  test("while the bucket is down, pictures and uploads answer 503, all else serves, and the doctor names the cause", async () => {
    const { token } = await createVerifiedUser(one, "edsger@example.com");
    const path = await uploadAvatar(one, "barbara@example.com");
    bucket.isDown = true;
    const uploader = createUploader(one, token);
    const { status } = await uploader.upload([{ bytes: await createPicture().png().toBuffer() }]);
    expect([status, (await fetch(one.url + path)).status]).toEqual([503, 503]);
    expect((await fetch(`${one.url}/health/ready`)).status).toBe(200);
    const { code, printed } = await runCommand("doctor", settings[0]);
    expect([code, printed]).toEqual([1, expect.stringContaining("✗ Pictures: ")]);
    bucket.isDown = false;
    expect(await uploader.avatarUrl()).toBeNull();
    expect((await fetch(one.url + path)).status).toBe(200);
  });

  test("a restored copy next to it deletes neither pictures nor backups in the bucket, until it takes the place", async () => {
    const there = { ...settings[0], DATA_DIR: folder, DATABASE_URL: `sqlite:${join(folder, "there.db")}` };
    const before = [...bucket.objects.keys()];
    const copy = await startProduct({ ...there, BACKUP_EVERY_HOURS: "1", BACKUP_KEEP: "1" });
    await waitFor(() => copy.output().includes("these pictures are another installation's"), "the warning");
    await waitFor(
      () => copy.output().includes("the scheduled backup could not be made"),
      "the failed backup",
    );
    await copy.stop();
    expect([...bucket.objects.keys()]).toEqual(before);
    const { code, printed } = await runCommand("doctor", there);
    expect([code, printed]).toEqual([1, expect.stringContaining("has the files of another installation")]);
    expect(printed).toContain("aws s3 rm s3://files/acme/avatars/.groundwork");
    bucket.objects.delete("acme/avatars/.groundwork");
    const taken = await startProduct(there);
    await waitFor(() => bucket.objects.has("acme/avatars/.groundwork"), "the mark of the copy");
    await taken.stop();
    expect((await runCommand("doctor", there)).printed).toContain("✓ Pictures");
  });
});
