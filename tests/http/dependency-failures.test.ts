/** Failures behind the server: what users see, and that the product recovers without a restart. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DRAIN_MS, minutes } from "~/domain/limits";
import { sessionEntity } from "~/models/session.server";
import { createBrowser, PASSWORD, createApiClient, createUserOnFreePlan, signUp } from "../support/clients";
import { openProductStore } from "../support/product-store";
import { startProduct, waitFor, type Product } from "../support/product";

const UNCAUGHT_FAULT = new URL("../support/uncaught-fault.mjs", import.meta.url).href;

let product: Product;
beforeEach(async () => {
  product = await startProduct();
});
afterEach(() => product.stop());

const createSignUpInput = (email: string) => ({
  name: "Ada",
  email,
  password: PASSWORD,
  confirm_password: PASSWORD,
});

describe("the mail folder cannot be written", () => {
  test("signing up still succeeds, the reason is logged, and the mail is sent once the folder can be written", async () => {
    // A file takes the folder's place, because permissions do not stop root, who may run the tests.
    rmSync(join(product.dataDir, "mail"), { recursive: true, force: true });
    writeFileSync(join(product.dataDir, "mail"), "in the way");
    const { call } = await signUp(product, "waiting@example.com");
    await waitFor(
      () => product.output().includes("mail") && /EEXIST|ENOTDIR/.test(product.output()),
      "the reason in the log",
    );
    expect((await call("GET", "/api/user")).status).toBe(200);
    rmSync(join(product.dataDir, "mail"));
    // The outbox retries after a minute; requesting another mail does not wait for that.
    expect((await call("POST", "/api/user/verify/request")).status).toBe(200);
    expect(await product.mailTo("waiting@example.com")).toContain("/signup/verify");
  });
});

describe("the mail folder cannot be written: known and unknown emails", () => {
  test.each(["/api/auth/magic", "/api/auth/password/reset/request"])(
    "%s gives both the same answer",
    async (path) => {
      await createUserOnFreePlan(product, "known@example.com");
      rmSync(join(product.dataDir, "mail"), { recursive: true, force: true });
      writeFileSync(join(product.dataDir, "mail"), "in the way");
      const ask = async (email: string) => {
        const { status, body } = await createApiClient(product)("POST", path, { email });
        return { status, body };
      };
      const known = await ask("known@example.com");
      expect(known.status).toBe(200);
      expect(await ask("nobody@example.com")).toEqual(known);
    },
  );
});

describe("the database is locked", () => {
  test("a write answers 503 with Retry-After, reads still work, and writes recover by themselves", async () => {
    const { call } = await signUp(product, "steady@example.com");
    const store = await openProductStore(product);
    // Seen long ago: a request extends the session, which is a write as well.
    await store.update(sessionEntity, { kind: "script" }, { lastSeenAt: new Date(Date.now() - minutes(5)) });
    await store.close();
    const release = await lockDatabase(join(product.dataDir, "app.db"));
    const startedAt = Date.now();
    const refused = await createApiClient(product)(
      "POST",
      "/api/account",
      createSignUpInput("late@example.com"),
    );
    expect(refused.status).toBe(503);
    // Five seconds in the queue and for the lock together, plus the time of hashing.
    expect(Date.now() - startedAt).toBeLessThan(10_000);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(refused.message).toBe("The service isn't available right now. Try again in a moment.");
    const readAt = Date.now();
    expect((await call("GET", "/api/user")).status).toBe(200);
    expect(Date.now() - readAt).toBeLessThan(3000);
    expect((await fetch(`${product.url}/health/live`)).status).toBe(200);
    await release();
    const answer = await createApiClient(product)(
      "POST",
      "/api/account",
      createSignUpInput("late@example.com"),
    );
    expect(answer.status).toBe(200);
  });
});

describe("a page fails unexpectedly", () => {
  test("the error page shows the request ID from the log, and nothing about the error", async () => {
    await createUserOnFreePlan(product, "unlucky@example.com");
    const visitor = createBrowser(product);
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
  test("at shutdown, a request in progress is answered, and then its open connection delays the exit with 0 no longer", async () => {
    const answer = createApiClient(product)("POST", "/api/account", createSignUpInput("last@example.com"));
    await new Promise((resolve) => setTimeout(resolve, 20));
    const code = product.stop();
    expect((await answer).status).toBe(200);
    const answeredAt = Date.now();
    expect(await code).toBe(0);
    // After DRAIN_MS it would end without storing what it had counted.
    expect(Date.now() - answeredAt).toBeLessThan(DRAIN_MS / 2);
  });

  test("an error that nothing catches is logged, requests in progress are answered, and the exit code is 1", async () => {
    const failing = await startProduct({ NODE_OPTIONS: `--import=${UNCAUGHT_FAULT}` });
    const ended = new Promise((resolve) => failing.process.once("exit", resolve));
    const answer = createApiClient(failing)("POST", "/api/account", createSignUpInput("last@example.com"));
    await new Promise((resolve) => setTimeout(resolve, 20));
    failing.process.kill("SIGUSR2");
    expect((await answer).status).toBe(200);
    expect(await ended).toBe(1);
    const lines = failing.output().trimEnd().split("\n");
    const fatal = lines.filter((line) => line.includes('"level":60'));
    expect(fatal).toEqual([
      expect.stringMatching(/nothing catches this.*"msg":"an error was not caught, and ends this process"/),
    ]);
    // Nothing but the log and the summary: no line of code, and no stack of Node's own.
    expect(lines.filter((line) => /^\s+at |^Node\.js v|\^$/.test(line))).toEqual([]);
    rmSync(failing.dataDir, { recursive: true, force: true });
  });

  test("the log contains no secrets and no query strings", async () => {
    await signUp(product, "quiet@example.com");
    await fetch(`${product.url}/signup/verify?token=ver_canary`, { redirect: "manual" });
    const output = await product.wholeOutput();
    expect(output).not.toContain(PASSWORD);
    expect(output).not.toContain("ver_canary");
    expect(output).not.toMatch(/scr_[\w-]{20}|ses_[\w-]{20}|\$argon2/);
  });
});

/** Holds the database's write lock, as another process would; returns the function that releases it. */
async function lockDatabase(file: string): Promise<() => Promise<void>> {
  const { run, close } = await openDatabase(file);
  await run("BEGIN IMMEDIATE");
  return async () => {
    await run("ROLLBACK");
    close();
  };
}

/** Opens the product's database over a connection of its own. */
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
