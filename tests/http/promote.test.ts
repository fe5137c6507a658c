/** `npm run promote` makes a user a master: on the server, because signing up must never do that. */
import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createUserOnFreePlan, signUp } from "../support/clients";
import { startProduct, type Product } from "../support/product";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

/** Runs the script's built code only: the script itself might build again while other tests use the build. */
const BUILT = `const { promote } = await import(${JSON.stringify(new URL("../../build/promote.js", import.meta.url).href)});
process.exitCode = await promote(process.argv.slice(1));`;

function promote(...given: string[]): { code: number | null; output: string } {
  const run = spawnSync(process.execPath, ["--input-type=module", "-e", BUILT, "--", ...given], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", DATA_DIR: product.dataDir },
    encoding: "utf8",
  });
  return { code: run.status, output: run.stdout + run.stderr };
}

test("a verified user becomes a master at once, and loses the role with --revoke", async () => {
  const { call } = await createUserOnFreePlan(product, "max@example.com", "Max Support");
  expect((await call("GET", "/api/master/users")).status).toBe(403);
  const made = promote("Max@Example.com");
  expect(made).toMatchObject({ code: 0 });
  expect(made.output).toContain("Max Support <max@example.com> is a master now.");
  expect((await call("GET", "/api/master/users")).status).toBe(200);
  expect(promote("max@example.com").output).toContain("is a master already");
  expect(promote("max@example.com", "--revoke").output).toContain("is no longer a master");
  expect((await call("GET", "/api/master/users")).status).toBe(403);
  const { data } = await call("GET", "/api/account/activity");
  const actions = (data.activity as { action: string }[]).map(({ action }) => action);
  expect(actions.slice(0, 2)).toEqual(["master_revoked", "master_named"]);
});

test("an unknown email, an unverified one and no argument exit with 1 and a message", async () => {
  await signUp(product, "unproved@example.com");
  for (const given of [["nobody@example.com"], ["unproved@example.com"]]) {
    const { code, output } = promote(...given);
    expect(code).toBe(1);
    expect(output).toContain("No user has verified");
  }
  expect(promote()).toMatchObject({ code: 1, output: expect.stringContaining("npm run promote") as string });
});
