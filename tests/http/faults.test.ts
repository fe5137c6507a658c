/** What a person meets when something behind the product is broken, and that it mends without a restart. security.md N. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { browser, PASSWORD, program, settled, signUp } from "../support/caller";
import { freePort, startProduct, waitFor, type Product } from "../support/product";

let product: Product;
beforeEach(async () => {
  product = await startProduct();
});
afterEach(() => product.stop());

const newcomer = (email: string) => ({ name: "Ada", email, password: PASSWORD, confirm_password: PASSWORD });

describe("the mail directory cannot be written", () => {
  test("signing up still succeeds, the reason is logged, and the mail comes once it can be written again", async () => {
    // A file in its place: root, as whom tests may run, is stopped by no permission.
    rmSync(join(product.dataDir, "mail"), { recursive: true, force: true });
    writeFileSync(join(product.dataDir, "mail"), "in the way");
    const { call } = await signUp(product, "waiting@example.com");
    await waitFor(
      () => product.output().includes("mail") && /EEXIST|ENOTDIR/.test(product.output()),
      "the reason in the log",
    );
    expect((await call("GET", "/api/user")).status).toBe(200);
    rmSync(join(product.dataDir, "mail"));
    // Retried after a minute; asking again does not wait for that.
    expect((await call("POST", "/api/user/verify/request")).status).toBe(200);
    expect(await product.mailTo("waiting@example.com")).toContain("/signup/verify");
  });
});

describe("the mail directory cannot be written: whether an address is known", () => {
  test.each(["/api/auth/magic", "/api/auth/password/reset/request"])(
    "%s does not tell either",
    async (path) => {
      await settled(product, "known@example.com");
      rmSync(join(product.dataDir, "mail"), { recursive: true, force: true });
      writeFileSync(join(product.dataDir, "mail"), "in the way");
      const ask = async (email: string) => {
        const { status, body } = await program(product)("POST", path, { email });
        return { status, body };
      };
      const known = await ask("known@example.com");
      expect(known.status).toBe(200);
      expect(await ask("nobody@example.com")).toEqual(known);
    },
  );
});

describe("the database cannot be written", () => {
  test("a write is 503 with a time to come back, reading goes on, and it recovers by itself", async () => {
    const { call } = await signUp(product, "steady@example.com");
    const release = await lockDatabase(join(product.dataDir, "app.db"));
    const startedAt = Date.now();
    const refused = await program(product)("POST", "/api/account", newcomer("late@example.com"));
    expect(refused.status).toBe(503);
    // Five seconds in line, five for the lock, and the hashing.
    expect(Date.now() - startedAt).toBeLessThan(15_000);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(refused.message).toBe("The service is not available right now. Please try again in a moment.");
    expect((await call("GET", "/api/user")).status).toBe(200);
    expect((await fetch(`${product.url}/health/live`)).status).toBe(200);
    await release();
    const answer = await program(product)("POST", "/api/account", newcomer("late@example.com"));
    expect(answer.status).toBe(200);
  });
});

describe("a page fails in a way that nobody foresaw", () => {
  test("it tells the ID under which the log has the failure, and nothing of what failed", async () => {
    await settled(product, "unlucky@example.com");
    const visitor = browser(product);
    await visitor.post("/signin", { email: "unlucky@example.com", password: PASSWORD });
    const { run, close } = await openDatabase(join(product.dataDir, "app.db"));
    await run("ALTER TABLE audits RENAME TO gone");
    const { status, html } = await visitor.get("/account/activity");
    await run("ALTER TABLE gone RENAME TO audits");
    close();
    expect(status).toBe(500);
    const id = /give support this ID: ([\w-]+)/.exec(html)?.[1] ?? "no ID";
    expect(await product.wholeOutput()).toContain(`"requestId":"${id}"`);
    expect(html).not.toContain("audits");
    expect((await visitor.get("/account/activity")).status).toBe(200);
  });
});

describe("starting and stopping", () => {
  test("a request in hand is answered before the process ends with 0", async () => {
    const answer = program(product)("POST", "/api/account", newcomer("last@example.com"));
    await new Promise((resolve) => setTimeout(resolve, 20));
    const code = product.stop();
    expect((await answer).status).toBe(200);
    expect(await code).toBe(0);
  });

  test("a setting that cannot be used ends the start with a sentence that names it", async () => {
    await expect(startProduct({ APP_URL: "nowhere" })).rejects.toThrow(/APP_URL/);
    for (const scheme of ["mssql", "oracle", "mongodb"])
      await expect(startProduct({ DATABASE_URL: `${scheme}://localhost/app` })).rejects.toThrow(
        new RegExp(`DATABASE_URL: .*${scheme}`),
      );
  });

  test("a broken file of saved settings is 503 with its name in the log, never a fresh start", async () => {
    const { dataDir } = product;
    writeFileSync(join(dataDir, "config.json"), "{");
    await expect(startProduct({ DATA_DIR: dataDir, PORT: String(await freePort()) })).rejects.toThrow(
      /config\.json/,
    );
  });

  test("nothing secret is in the log, and no query", async () => {
    await signUp(product, "quiet@example.com");
    await fetch(`${product.url}/signup/verify?token=ver_canary`, { redirect: "manual" });
    const output = await product.wholeOutput();
    expect(output).not.toContain(PASSWORD);
    expect(output).not.toContain("ver_canary");
    expect(output).not.toMatch(/scr_[\w-]{20}|ses_[\w-]{20}|\$argon2/);
  });
});

/** Holds the database's write lock, as another process would; returns how to let go. */
async function lockDatabase(file: string): Promise<() => Promise<void>> {
  const { run, close } = await openDatabase(file);
  await run("BEGIN IMMEDIATE");
  return async () => {
    await run("ROLLBACK");
    close();
  };
}

/** The product's database, by another door than the product's. */
async function openDatabase(file: string) {
  const { default: sqlite3 } = await import("sqlite3");
  const database = new sqlite3.Database(file);
  const run = (sql: string) =>
    new Promise<void>((resolve, reject) => {
      database.run(sql, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  return {
    run,
    close() {
      database.close();
    },
  };
}
