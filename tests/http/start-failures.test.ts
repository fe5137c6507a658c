/** A start that fails ends with 1 and one sentence about what to put right: no stack, and no line of code before it. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { findFreePort } from "../support/free-port";
import { createMigratedFile } from "../support/migrated-stores";

const SERVER = fileURLToPath(new URL("../../build/server.js", import.meta.url));

interface Failing {
  fails: string;
  /** Makes what keeps the product from starting, in its data folder or outside. Returns the settings. */
  prepare(dataDir: string): Promise<Record<string, string>> | Record<string, string>;
  sentence: RegExp;
}

// The database's other answers are tested in app/boot/store.server.test.ts.
const FAILING: readonly Failing[] = [
  {
    fails: "settings that cannot be used",
    prepare: () => ({ APP_URL: "nowhere", DATABASE_URL: "redis://localhost/app" }),
    sentence: /^These settings cannot be used\. APP_URL: .*; DATABASE_URL: must start with a known scheme$/,
  },
  {
    fails: "a database that several processes cannot reach",
    prepare: () => ({
      DATABASE_URL: "postgres://user:password@127.0.0.1:1/app",
      REDIS_URL: "redis://127.0.0.1:1",
      WEB_CONCURRENCY: "2",
    }),
    sentence: /^DATABASE_URL: the database is not available: connect ECONNREFUSED 127\.0\.0\.1:1$/,
  },
  {
    fails: "a damaged file of the payment sandbox",
    prepare(dataDir) {
      writeFileSync(join(dataDir, "sandbox.json"), "{");
      return {};
    },
    sentence: /^The payment sandbox does not start: \S+sandbox\.json is not a payment sandbox's file: /,
  },
  {
    fails: "a port that another program has",
    prepare: async () => ({ PORT: await takePort() }),
    sentence: /^PORT: \d+ is taken by another program$/,
  },
];

test.each(FAILING)("$fails", async ({ prepare, sentence }) => {
  const dataDir = mkdtempSync(join(tmpdir(), "groundwork-start-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  await createMigratedFile(join(dataDir, "app.db"));
  const { code, errors } = await runProduct({ DATA_DIR: dataDir, ...(await prepare(dataDir)) });
  expect(errors.split("\n")).toEqual([expect.stringMatching(sentence), ""]);
  expect(code).toBe(1);
});

/** Runs the product until it ends. Returns its exit code, and what it has printed to standard error. */
async function runProduct(settings: Record<string, string>): Promise<{ code: unknown; errors: string }> {
  const child = spawn(process.execPath, [SERVER], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", PORT: String(await findFreePort()), ...settings },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const code = await new Promise((resolve) => child.on("close", resolve));
  return { code, errors };
}

async function takePort(): Promise<string> {
  const port = await findFreePort();
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  return String(port);
}
