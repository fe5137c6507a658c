/** `npm run doctor` beside the running product: it prints what to do, and its exit code says whether something fails. */
import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createVerifiedUser } from "../support/clients";
import { startProduct, type Product } from "../support/product";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
  await createVerifiedUser(product, "ada@example.com");
});
afterAll(() => product.stop());

/** Runs the script's built code only: the script itself might build again while other tests use the build. */
const BUILT = `const { checkThisInstallation } = await import(${JSON.stringify(new URL("../../build/doctor.js", import.meta.url).href)});
process.exitCode = await checkThisInstallation(process.argv.slice(1));`;

function runDoctor(given: string[] = [], environment: Record<string, string> = {}) {
  const settings = { DATA_DIR: product.dataDir, PORT: String(product.port), ...environment };
  const run = spawnSync(process.execPath, ["--input-type=module", "-e", BUILT, "--", ...given], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...settings },
    encoding: "utf8",
  });
  return { code: run.status, printed: run.stdout + run.stderr };
}

test("beside a healthy product it exits with 0, and each line is a check", () => {
  const { code, printed } = runDoctor();
  expect([code, printed]).toEqual([0, expect.not.stringContaining("✗")]);
  expect(printed).toMatch(/^✓ Database: SQLite 3\.\S+, all migrations done\.$/m);
  expect(printed).toMatch(/^! Backup: No backup is known\.\n {4}\S/m);
});

test("what fails exits with 1, says what to do, and --json says the same to programs", () => {
  const environment = { SMTP_URL: "smtp://ada:canary@127.0.0.1:1" };
  const { code, printed } = runDoctor([], environment);
  expect(code).toBe(1);
  expect(printed).toMatch(/^✗ Mail: .*ECONNREFUSED.*\n {4}Check SMTP_URL/m);
  const forPrograms = runDoctor(["--json"], environment);
  expect(forPrograms.code).toBe(1);
  expect(JSON.parse(forPrograms.printed)).toMatchObject({
    ok: false,
    checks: expect.arrayContaining([expect.objectContaining({ name: "Mail", level: "failure" })]) as unknown,
    settings: { SMTP_URL: "environment", LOG_LEVEL: "default" },
  });
  expect(printed + forPrograms.printed).not.toContain("canary");
});

test("settings with which the product does not start fail, and an unknown argument prints the usage", () => {
  const { code, printed } = runDoctor([], { STRIPE_SECRET_KEY: "sk_test_1" });
  expect([code, printed]).toEqual([
    1,
    expect.stringContaining("✗ Settings: STRIPE_PUBLISHABLE_KEY is missing"),
  ]);
  expect(runDoctor(["--fix"])).toMatchObject({
    code: 1,
    printed: expect.stringContaining("Usage") as string,
  });
});
