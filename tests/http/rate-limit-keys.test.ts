/** The keys of limits: an IP in any spelling, and a mailbox whatever tag its email has. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { MAGIC_MAIL_LIMITS, PASSWORD_LIMITS, RESET_MAIL_LIMITS } from "~/domain/rate-limits";
import { createApiClient, createUserOnFreePlan } from "../support/clients";
import { type Product, startProduct } from "../support/product";

let product: Product;
beforeAll(async () => {
  product = await startProduct({ TRUST_PROXY_HOPS: "1" });
  await createUserOnFreePlan(product, "ada@example.com");
});
afterAll(() => product.stop());

const getTries = (limits: typeof PASSWORD_LIMITS, name: string) =>
  limits.find((limit) => limit.name === name)?.attempts ?? 0;

test.each([
  [
    "one IPv6 network",
    [
      "2001:db8:1:2::9",
      "2001:DB8:1:2::A",
      "2001:0db8:0001:0002:0000:0000:0000:000b",
      "[2001:db8:1:2::c]:4711",
      "2001:db8:1:2::192.0.2.1",
      "2001:db8:1:2:ffff:ffff:ffff:ffff",
    ],
  ],
  [
    "one IPv4",
    ["192.0.2.7", "::ffff:192.0.2.7", "::FFFF:c000:207", "0:0:0:0:0:ffff:c000:0207", "192.0.2.7:4711"],
  ],
  ["an invalid IP", ["unknown", "_hidden", "192.0.2.999", "2001:db8:::1", "x"]],
])("all spellings of %s share a limit", async (name, spellings) => {
  const email = `${name.replaceAll(" ", "-")}@example.com`;
  const tries = getTries(PASSWORD_LIMITS, "password-here");
  const statuses: number[] = [];
  for (let index = 0; index <= tries; index += 1) {
    const headers = { "X-Forwarded-For": spellings[index % spellings.length] ?? "" };
    const body = { email, password: "wrong one!" };
    statuses.push((await createApiClient(product)("POST", "/api/auth", body, headers)).status);
  }
  expect(statuses).toEqual([...Array.from({ length: tries }, () => 401), 429]);
});

test.each([
  ["/api/auth/magic", getTries(MAGIC_MAIL_LIMITS, "magic-mail-email")],
  ["/api/auth/password/reset/request", getTries(RESET_MAIL_LIMITS, "reset-mail-email")],
])("%s: emails with different tags count as one mailbox", async (path, tries) => {
  expect(tries).toBeGreaterThan(0);
  const ask = (email: string, index: number) =>
    createApiClient(product)("POST", path, { email }, { "X-Forwarded-For": `198.51.100.${index}` });
  for (let index = 0; index < tries; index += 1)
    expect((await ask(`ada+${index}@example.com`, index)).status).toBe(200);
  expect((await ask("ada+last@example.com", 98)).status).toBe(429);
  expect((await ask("ada@example.com", 99)).status).toBe(429);
  expect((await ask("a.da@example.com", 99)).status).toBe(200);
});
