/** `npm run promote` makes a user a master: on the server, because signing up must never do that. */
import { beforeAll, expect, test } from "vitest";
import { runCommand } from "../support/built-commands";
import { signUp } from "../support/clients";
import { insertUserOnFreePlan } from "../support/inserted-users";
import type { Product } from "../support/product";
import { shareProduct } from "../support/shared-product";

let product: Product;
beforeAll(async () => {
  product = await shareProduct();
});

const promote = (...given: string[]) => runCommand("promote", { DATA_DIR: product.dataDir }, ...given);

test("a verified user becomes a master at once, and loses the role with --revoke", async () => {
  const { call } = await insertUserOnFreePlan("max@promote.example.com", "Max Support");
  expect((await call("GET", "/api/master/users")).status).toBe(403);
  const made = await promote("Max@Promote.Example.com");
  expect(made).toMatchObject({ code: 0 });
  expect(made.printed).toContain("Max Support <max@promote.example.com> is an operator now.");
  expect((await call("GET", "/api/master/users")).status).toBe(200);
  expect((await promote("max@promote.example.com")).printed).toContain("is an operator already");
  expect((await promote("max@promote.example.com", "--revoke")).printed).toContain(
    "is no longer an operator",
  );
  expect((await call("GET", "/api/master/users")).status).toBe(403);
  const { data } = await call("GET", "/api/account/activity");
  const actions = (data.activity as { action: string }[]).map(({ action }) => action);
  expect(actions.slice(0, 2)).toEqual(["master_revoked", "master_named"]);
});

test("an unknown email, an unverified one and no argument exit with 1 and a message", async () => {
  await signUp(product, "unproved@promote.example.com");
  for (const given of [["nobody@promote.example.com"], ["unproved@promote.example.com"]]) {
    const { code, printed } = await promote(...given);
    expect(code).toBe(1);
    expect(printed).toContain("No user has verified");
  }
  expect(await promote()).toMatchObject({
    code: 1,
    printed: expect.stringContaining("npm run promote") as string,
  });
});
