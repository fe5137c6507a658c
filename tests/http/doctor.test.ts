/** `npm run doctor` next to the running product: it prints what to do, and its exit code says whether something fails. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "../support/built-commands";
import { createVerifiedUser } from "../support/clients";
import { startProduct, type Product } from "../support/product";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
  await createVerifiedUser(product, "ada@example.com");
});
afterAll(() => product.stop());

const runDoctor = (given: string[] = [], environment: Record<string, string> = {}) =>
  runCommand("doctor", { DATA_DIR: product.dataDir, PORT: String(product.port), ...environment }, ...given);

test("the doctor next to a healthy product exits with 0, and each line is a check", async () => {
  const { code, printed } = await runDoctor();
  expect([code, printed]).toEqual([0, expect.not.stringContaining("✗")]);
  expect(printed).toMatch(/^✓ Database: SQLite 3\.\S+, all migrations done\.$/m);
  expect(printed).toMatch(/^! Backup: No backup is known\.\n {4}\S/m);
});

test("what fails exits with 1, says what to do, and --json says the same to programs", async () => {
  const environment = { SMTP_URL: "smtp://ada:canary@127.0.0.1:1" };
  const { code, printed } = await runDoctor([], environment);
  expect(code).toBe(1);
  expect(printed).toMatch(/^✗ Mail: .*ECONNREFUSED.*\n {4}Check SMTP_URL/m);
  const forPrograms = await runDoctor(["--json"], environment);
  expect(forPrograms.code).toBe(1);
  expect(JSON.parse(forPrograms.printed)).toMatchObject({
    ok: false,
    checks: expect.arrayContaining([expect.objectContaining({ name: "Mail", level: "failure" })]) as unknown,
    settings: { SMTP_URL: "environment", LOG_LEVEL: "default" },
  });
  expect(printed + forPrograms.printed).not.toContain("canary");
});

test("settings with which the product does not start fail, and an unknown argument prints the usage", async () => {
  const { code, printed } = await runDoctor([], { STRIPE_SECRET_KEY: "sk_test_1" });
  expect([code, printed]).toEqual([
    1,
    expect.stringContaining("✗ Settings: STRIPE_PUBLISHABLE_KEY is missing"),
  ]);
  expect(await runDoctor(["--fix"])).toMatchObject({
    code: 1,
    printed: expect.stringContaining("Usage") as string,
  });
});
