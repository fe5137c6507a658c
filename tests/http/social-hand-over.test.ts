/** From the network to a session: once, in the browser that left, and never by looking. Security C5, C6, E1, E2, H6. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Network } from "~/domain/networks";
import type { Store } from "~/models/store/store";
import { browser, program } from "../support/caller";
import {
  arriveBy,
  enterBy,
  isSignedIn,
  settledBy,
  startWithNetworks,
  tokenIn,
  type Networks,
} from "../support/social-provider";
import { openStoreOf } from "../support/product-store";

const FAILED = "Please try signing in again.";

let networks: Networks;
let store: Store;
beforeAll(async () => {
  networks = await startWithNetworks();
  store = await openStoreOf(networks.product);
});
afterAll(async () => {
  await store.close();
  await networks.stop();
});

const visitor = () => browser(networks.product);
const settledAt = (network: Network, as: { name: string; email: string }) =>
  settledBy(networks.product, network, as);

describe("the hand-over", () => {
  test("works once, and for two minutes", async () => {
    const someone = visitor();
    const page = await arriveBy(someone, "facebook", {
      query: "?signup=1",
      as: { name: "Once", email: "once@example.com" },
    });
    const token = tokenIn(page);
    expect((await program(networks.product)("POST", "/api/auth", { token })).status).toBe(200);
    expect((await program(networks.product)("POST", "/api/auth", { token })).status).toBe(401);

    const late = tokenIn(await arriveBy(someone, "facebook", { as: { name: "Once" } }));
    await store.update(
      "tokens",
      { kind: "social", usedAt: null },
      { expiresAt: new Date(Date.now() - 1000) },
    );
    expect((await program(networks.product)("POST", "/api/auth", { token: late })).status).toBe(401);
  });

  test("twenty at once with the same token: one is let in, and one person is made", async () => {
    const as = { name: "Twenty", email: "twenty@example.com" };
    const token = tokenIn(await arriveBy(visitor(), "twitter", { query: "?signup=1", as }));
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => program(networks.product)("POST", "/api/auth", { token })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await store.count("users", { email: as.email })).toBe(1);
  });

  test("opening the page, three times and by HEAD, uses nothing up and signs nobody in", async () => {
    const someone = visitor();
    const page = await arriveBy(someone, "facebook", {
      query: "?signup=1",
      as: { name: "Scanner", email: "scanner@example.com" },
    });
    for (let time = 0; time < 3; time += 1) expect((await someone.get(page)).status).toBe(200);
    await fetch(networks.product.url + page, { method: "HEAD" });
    expect(isSignedIn(someone)).toBe(false);
    expect((await someone.post(page, { token: tokenIn(page) })).location).toBe("/signup/verify");
  });

  test("a link with somebody else's token signs its reader in as nobody", async () => {
    const attacker = visitor();
    const page = await arriveBy(attacker, "facebook", {
      query: "?signup=1",
      as: { name: "Attacker", email: "attacker@example.com" },
    });
    const victim = visitor();
    expect((await victim.get(page)).html).toContain(FAILED);
    const posted = await victim.post(page, { token: tokenIn(page) });
    expect(posted.status).toBe(400);
    expect(isSignedIn(victim)).toBe(false);
  });

  test("from another site it is refused", async () => {
    const page = await arriveBy(visitor(), "facebook");
    const foreign = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
    const call = await program(networks.product)("POST", "/api/auth", { token: tokenIn(page) }, foreign);
    expect(call.status).toBe(403);
    expect((await visitor().post(page, { token: tokenIn(page) }, foreign)).status).toBe(403);
  });

  test("a new session takes the place of whichever the browser had", async () => {
    const someone = await settledAt("facebook", { name: "Rotates", email: "rotates@example.com" });
    const before = someone.cookies.get("session");
    await enterBy(someone, "facebook", { as: { name: "Rotates" } });
    expect(someone.cookies.get("session")).not.toBe(before);
  });

  test.each([
    ["a token of the wrong kind", { token: "ver_nothing" }, 401],
    ["a list", { token: ["soc_a", "soc_b"] }, 400],
    ["nothing", {}, 400],
    ["an address that is none", { token: "soc_x", email: "nobody" }, 400],
  ])("%s is refused", async (_name, body, status) => {
    expect((await program(networks.product)("POST", "/api/auth", body)).status).toBe(status);
  });
});

test("who is signed in and goes to sign up by a network is led on, and no second account is made", async () => {
  const someone = await settledAt("facebook", { name: "Settled", email: "settled@example.com" });
  const { location } = await someone.get("/auth/facebook?signup=1");
  expect(location).toBe("/signup/plan");
});

test("an unknown network is no page; the way there and back never leads to another site", async () => {
  const someone = visitor();
  expect((await someone.get("/auth/myspace")).location).toBe("/404");
  expect((await someone.get("/auth/myspace/callback?code=x&state=y")).location).toBe("/404");
  const page = await arriveBy(
    await settledAt("twitter", { name: "Goes On", email: "goes-on@example.com" }),
    "twitter",
    {
      as: { name: "Goes On" },
      query: "?next=//evil.example/",
    },
  );
  expect(page).not.toContain("evil");
});
