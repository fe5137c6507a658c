/** A data folder whose disk is full: what can be read is shown, what is to be written answers 503, and it recovers by itself. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "~/models/store/sequelize/database";
import { createApiClient, createBrowser, createVerifiedUser, PASSWORD } from "../support/clients";
import { startProduct, waitFor, type Product } from "../support/product";
import { canMount, mountSmallDisk, type SmallDisk } from "../support/small-disk";
import { createPicture, createUploader } from "../support/uploads";

const UNAVAILABLE = "The service isn't available right now. Try again in a moment.";
const EMAIL = "grace@example.com";
const RECOVERED_WITHIN_MS = 5000;

describe.skipIf(!canMount)(`a full disk${canMount ? "" : ", which this user cannot mount"}`, () => {
  let disk: SmallDisk;
  let product: Product;
  let person: Awaited<ReturnType<typeof createVerifiedUser>>;
  let browser: ReturnType<typeof createBrowser>;
  beforeAll(async () => {
    disk = mountSmallDisk(24);
    product = await startProduct({ DATA_DIR: join(disk.folder, "data") });
    person = await createVerifiedUser(product, EMAIL);
    await person.call("POST", "/api/account/plan", { plan: "free" });
    browser = createBrowser(product);
    await browser.post("/signin", { email: EMAIL, password: PASSWORD });
    disk.fill();
  });
  afterAll(async () => {
    await product.stop();
    disk.remove();
  });

  test("pages, calls and the probe of life answer as before", async () => {
    for (const path of ["/dashboard", "/account/profile", "/account/users", "/account/activity"])
      expect([path, (await browser.get(path)).status]).toEqual([path, 200]);
    expect((await person.call("GET", "/api/account/users")).status).toBe(200);
    expect((await fetch(`${product.url}/health/live`)).status).toBe(200);
    expect((await fetch(`${product.url}/signin`)).status).toBe(200);
  });

  test("a change answers 503 in words, as a call and as a page, and is not made; readiness says so from then on", async () => {
    const refused = await person.call("PATCH", "/api/user", { name: "Changed" });
    expect([refused.status, refused.message]).toEqual([503, UNAVAILABLE]);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    const signUp = { name: "New", email: "new@example.com", password: PASSWORD, confirm_password: PASSWORD };
    expect((await createApiClient(product)("POST", "/api/account", signUp)).status).toBe(503);
    expect((await fetch(`${product.url}/health/ready`)).status).toBe(503);
    const page = await browser.post("/account/profile", { intent: "change-name", name: "Changed" });
    expect(page.status).toBe(503);
    expect(page.html).toContain("isn&#x27;t available right now");
    const { data } = await person.call("GET", "/api/user");
    expect((data as { name: string }).name).not.toBe("Changed");
  });

  test("a picture answers 503, and leaves no part of itself", async () => {
    const png = await createPicture().png().toBuffer();
    expect((await createUploader(product, person.token).upload([{ bytes: png }])).status).toBe(503);
    // The mark was written at the start.
    expect(readdirSync(join(product.dataDir, "avatars"))).toEqual([".groundwork"]);
  });

  test("once there is room, changes, pictures and mails work within five seconds, without a restart, and the database is whole", async () => {
    disk.free();
    const freedAt = Date.now();
    await waitFor(
      async () => (await person.call("PATCH", "/api/user", { name: "Changed" })).status === 200,
      "the change",
    );
    expect((await fetch(`${product.url}/health/ready`)).status).toBe(200);
    expect(Date.now() - freedAt).toBeLessThan(RECOVERED_WITHIN_MS);
    const png = await createPicture().png().toBuffer();
    expect((await createUploader(product, person.token).upload([{ bytes: png }])).status).toBe(200);
    await createApiClient(product)("POST", "/api/auth/magic", { email: EMAIL });
    expect(await product.mailTo(EMAIL, /sign-in link/)).toContain("/magic");
    const database = await openDatabase({
      url: `sqlite:${join(product.dataDir, "app.db")}`,
      timeoutMs: 5000,
    });
    expect(await database.select({ sql: "PRAGMA integrity_check", bind: [] })).toEqual([
      { integrity_check: "ok" },
    ]);
    await database.close();
    expect(product.process.exitCode).toBeNull();
  });
});
