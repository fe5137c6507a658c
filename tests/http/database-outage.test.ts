/** An outage of a database server: what users see, and that the product finds the server again by itself. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApiClient, createBrowserWithSession } from "../support/clients";
import { makeTestUser, type TestUser } from "../support/users";
import { startProduct, waitFor, type Product } from "../support/product";
import { listReachableStores, type FreshStore } from "../support/stores";
import { startTcpProxy, type TcpProxy } from "../support/tcp-proxy";

const kind = (await listReachableStores()).find(({ name }) => name !== "SQLite");
const RECOVERED_WITHIN_MS = 5000;
const HANGS_AT_MOST_MS = 10_000;

describe.skipIf(!kind)(`${kind?.name ?? "PostgreSQL and MariaDB, not reached"}: the server is away`, () => {
  let fresh: FreshStore | undefined;
  let wire: TcpProxy;
  let product: Product;
  let person: TestUser;
  beforeAll(async () => {
    fresh = await kind?.create();
    const url = new URL(fresh?.url ?? "");
    wire = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
    url.port = String(wire.port);
    product = await startProduct({ DATABASE_URL: url.href });
    const state = { permission: "owner", isVerified: true, subscription: "active" } as const;
    if (fresh) person = await makeTestUser(fresh.store, state);
  });
  afterAll(async () => {
    await product.stop();
    await wire.close();
    await fresh?.drop();
  });

  test("pages and calls of a signed-in user answer 503, and 200 within five seconds of its return", async () => {
    const [visitor, call] = [
      createBrowserWithSession(product, person.cookie),
      createApiClient(product, person.token),
    ];
    expect((await visitor.get("/dashboard")).status).toBe(200);
    await wire.cut();
    for (const path of ["/dashboard", "/account/activity", "/signin"]) {
      const { status, html } = await visitor.get(path);
      expect([path, status]).toEqual([path, 503]);
      expect(html).toContain("give support this ID");
    }
    expect((await call("GET", "/api/user")).status).toBe(503);
    // A visitor who is not signed in needs no database to open the page.
    expect((await fetch(`${product.url}/signin`)).status).toBe(200);
    await wire.mend();
    const backAt = Date.now();
    await waitFor(async () => (await visitor.get("/dashboard")).status === 200, "the dashboard");
    expect((await call("GET", "/api/user")).status).toBe(200);
    expect(Date.now() - backAt).toBeLessThan(RECOVERED_WITHIN_MS);
  });

  test("while the server hangs, requests answer 503 within ten seconds, and 200 within five of its return", async () => {
    const [visitor, call] = [
      createBrowserWithSession(product, person.cookie),
      createApiClient(product, person.token),
    ];
    const probe = async (path: string) => (await fetch(`${product.url}${path}`)).status;
    wire.freeze();
    const askedAt = Date.now();
    const statuses = Promise.all([
      visitor.get("/dashboard").then(({ status }) => status),
      call("GET", "/api/user").then(({ status }) => status),
      probe("/health/ready"),
    ]);
    expect([await probe("/health/live"), await probe("/signin")]).toEqual([200, 200]);
    expect(await statuses).toEqual([503, 503, 503]);
    expect(Date.now() - askedAt).toBeLessThan(HANGS_AT_MOST_MS);
    await wire.mend();
    const backAt = Date.now();
    await waitFor(async () => (await visitor.get("/dashboard")).status === 200, "the dashboard");
    expect((await call("GET", "/api/user")).status).toBe(200);
    expect(Date.now() - backAt).toBeLessThan(RECOVERED_WITHIN_MS);
  });
});
