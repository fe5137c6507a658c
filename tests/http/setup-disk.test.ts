/** A disk that fails while setup saves: the previous settings stay whole and in use, and the operator is told. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startProduct, type Product } from "../support/product";
import { createSetupClient, kill, REOPENED, SETUP_TOKEN, startOpenProduct } from "../support/setup";
import { canMount, mountSmallDisk, type SmallDisk } from "../support/small-disk";

const DOMAIN = { domain: "app.example.com", support_email: "help@example.com", confirm: true };
const SLOW_DISK = new URL("../support/slow-disk.mjs", import.meta.url).href;
const SLOW_MS = 1500;

const createDomainStep = (product: Product) => {
  const call = createSetupClient(product);
  return {
    read: async () => Number((await call("GET", "/api/setup/domain")).data.revision),
    save: (revision: number) => call("POST", "/api/setup/domain", { ...DOMAIN, revision }),
  };
};

describe.skipIf(!canMount)(`a small disk${canMount ? "" : ", which this user cannot mount"}`, () => {
  let disk: SmallDisk;
  let elsewhere: string;
  let product: Product;
  const file = () => join(disk.folder, "data", "config.json");
  beforeAll(async () => {
    disk = mountSmallDisk(4);
    elsewhere = mkdtempSync(join(tmpdir(), "groundwork-elsewhere-"));
    mkdirSync(join(disk.folder, "data"));
    writeFileSync(file(), JSON.stringify(REOPENED), { mode: 0o600 });
    product = await startProduct({
      DATA_DIR: join(disk.folder, "data"),
      // The database is on another disk, so that this one can become read-only.
      DATABASE_URL: `sqlite:${join(elsewhere, "app.db")}`,
      SETUP_TOKEN,
    });
  });
  afterAll(async () => {
    await product.stop();
    disk.remove();
    rmSync(elsewhere, { recursive: true });
  });

  test.each([
    { fault: "full", harm: () => disk.fill(), mend: () => disk.free() },
    { fault: "read-only", harm: () => disk.makeReadOnly(), mend: () => disk.makeWritable() },
  ])(
    "saving on a disk that is $fault answers 503 with the reason, and changes nothing",
    async (disturbed) => {
      const step = createDomainStep(product);
      const [before, revision] = [readFileSync(file(), "utf8"), await step.read()];
      disturbed.harm();
      const refused = await step.save(revision);
      expect([refused.status, refused.message]).toEqual([
        503,
        expect.stringContaining("be written to the data folder"),
      ]);
      expect((await fetch(`${product.url}/signin`)).status).toBe(200);
      expect(await step.read()).toBe(revision);
      expect(readFileSync(file(), "utf8")).toBe(before);
      disturbed.mend();
      expect(readdirSync(join(disk.folder, "data")).filter((name) => /part|lock/.test(name))).toEqual([]);
      expect((await step.save(revision)).data).toMatchObject({ saved: true, revision: revision + 1 });
    },
  );
});

describe("a disk that takes more than a second to store a file", () => {
  const environment = { NODE_OPTIONS: `--import=${SLOW_DISK}`, SLOW_MS: String(SLOW_MS) };

  test("saving takes as long, and every other request is answered", async () => {
    const product = await startOpenProduct(environment);
    const step = createDomainStep(product);
    const startedAt = performance.now();
    const saving = step.save(0);
    const others = await Promise.all(
      Array.from({ length: 20 }, () => fetch(`${product.url}/signin`).then(({ status }) => status)),
    );
    expect((await saving).data).toMatchObject({ saved: true, revision: 1 });
    expect(performance.now() - startedAt).toBeGreaterThan(SLOW_MS);
    expect(new Set(others)).toEqual(new Set([200]));
    await product.stop();
  });

  test("a product killed while the file is being stored starts with the previous settings", async () => {
    const product = await startOpenProduct(environment);
    const { dataDir, port } = product;
    const before = readFileSync(join(dataDir, "config.json"), "utf8");
    createDomainStep(product)
      .save(0)
      .catch(() => undefined);
    await expect.poll(() => readdirSync(dataDir).some((name) => name.endsWith(".part"))).toBe(true);
    await kill(product);
    expect(readFileSync(join(dataDir, "config.json"), "utf8")).toBe(before);
    const again = await startProduct({ DATA_DIR: dataDir, PORT: String(port), SETUP_TOKEN });
    expect(await createDomainStep(again).read()).toBe(0);
    await again.stop();
    rmSync(dataDir, { recursive: true });
  });
});
