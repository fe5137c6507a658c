/** The step Database: the product moves to another database while it serves, or stays where it is. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { userEntity } from "~/models/user.server";
import { closeSetup } from "~/models/setup-closing.server";
import { openStore } from "~/models/store/open-store";
import type { Store } from "~/models/store/store";
import { createApiClient, signUp } from "../support/clients";
import { makeTestUser } from "../support/users";
import { startProduct, type Product } from "../support/product";
import { createSetupClient, kill, readPrintedToken, startOpenProduct } from "../support/setup";
import { listReachableStores, type FreshStore } from "../support/stores";
import { startTcpProxy } from "../support/tcp-proxy";

const CANARY = "canary-of-a-password";
const FILE = { revision: 0, client: "sqlite3", filename: "product.db" };

const CLIENTS: Record<string, string> = { PostgreSQL: "postgres", MariaDB: "mysql2" };
const servers = (await listReachableStores()).filter(({ name }) => name in CLIENTS);

const toInput = (url: string, client: string, port?: number) => {
  const { hostname, username, password, pathname, port: own } = new URL(url);
  const place = { host: hostname, port: port ?? Number(own || (client === "postgres" ? 5432 : 3306)) };
  const credentials = { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  return { revision: 0, client, ...place, ...credentials, name: pathname.slice(1) };
};

describe.each(servers)("a move from the embedded SQLite to $name", ({ name, create }) => {
  const client = CLIENTS[name] ?? "";
  let product: Product;
  let fresh: FreshStore;
  beforeAll(async () => {
    fresh = await create();
    product = await startProduct();
  });
  afterAll(async () => {
    await product.stop();
    await fresh.drop();
  });

  test("a move under requests answers each, and a user who signs up after it is in the new database", async () => {
    const call = createSetupClient(product, readPrintedToken(product));
    const statuses = new Set<number>();
    let isAsking = true;
    const asking = Array.from({ length: 4 }, async () => {
      while (isAsking) {
        const body = { email: "ada@example.com", password: "wrong, but a password!" };
        statuses.add((await fetch(`${product.url}/signin`)).status);
        statuses.add(
          (await createApiClient(product)("POST", "/api/auth/magic", { email: body.email })).status,
        );
      }
    });
    const tested = await call("POST", "/api/setup/database", {
      ...toInput(fresh.url, client),
      only_test: true,
    });
    expect(tested.data).toMatchObject({ saved: false, level: "ok" });
    const saved = await call("POST", "/api/setup/database", toInput(fresh.url, client));
    expect(saved.data).toMatchObject({ saved: true, level: "ok" });
    isAsking = false;
    await Promise.all(asking);
    expect([...statuses].filter((status) => status !== 429)).toEqual([200]);
    await signUp(product, "first@example.com");
    expect(await fresh.store.count(userEntity, {})).toBe(1);
  });

  test("after a restart the moved data is still there, and setup is closed", async () => {
    const { dataDir, port } = product;
    await kill(product);
    product = await startProduct({ DATA_DIR: dataDir, PORT: String(port) });
    const login = { email: "first@example.com", password: "correct horse!" };
    expect((await createApiClient(product)("POST", "/api/auth", login)).status).toBe(200);
    const call = createSetupClient(product, readPrintedToken(product));
    expect((await call("GET", "/api/setup/database")).status).toBe(404);
  });
});

describe("what keeps the product where it is", () => {
  let product: Product;
  beforeAll(async () => {
    product = await startOpenProduct();
  });
  afterAll(() => product.stop());
  const save = (body: object) => createSetupClient(product)("POST", "/api/setup/database", body);

  test.each<[string, (other: Store) => Promise<unknown>]>([
    ["users", (other) => makeTestUser(other, { permission: "owner", isVerified: true, subscription: null })],
    ["a verified user before", closeSetup],
  ])("a target that has had %s is refused, and nothing of it is shown", async (_, use) => {
    const url = `sqlite:${join(product.dataDir, "other.db")}`;
    const other = await openStore(url);
    await other.migrate();
    await use(other);
    await other.close();
    const { status, data, message } = await save({ ...FILE, filename: "other.db", confirm: true });
    expect(status).toBe(400);
    expect(data.findings).toMatchObject([{ level: "failure", message }]);
    expect(await readRevision()).toBe(0);
    rmSync(join(product.dataDir, "other.db"));
  });

  test.each([
    ["a refused connection", { client: "postgres", host: "127.0.0.1", port: 1, user: "u", name: "x" }],
    ["a metadata address", { client: "mysql2", host: "169.254.169.254", port: 3306, user: "u", name: "x" }],
  ])("%s fails, also with confirm, and no answer or log line has the password", async (_name, target) => {
    const answer = await save({ revision: 0, ...target, password: CANARY, confirm: true });
    expect(answer).toMatchObject({ status: 400, data: { findings: [{ level: "failure" }] } });
    expect(JSON.stringify(answer.body)).not.toContain(CANARY);
    expect(await product.wholeOutput()).not.toContain(CANARY);
    expect(readFileSync(join(product.dataDir, "config.json"), "utf8")).not.toContain(CANARY);
  });

  test.skipIf(servers.length === 0)(
    "a database that dies after the test: the save is refused, and the product serves on",
    async () => {
      const [kind] = servers;
      if (!kind) return;
      const fresh = await kind.create();
      const { hostname: host, port } = new URL(fresh.url);
      const client = CLIENTS[kind.name] ?? "";
      const proxy = await startTcpProxy({
        host,
        port: Number(port || (client === "postgres" ? 5432 : 3306)),
      });
      const input = toInput(fresh.url, client, proxy.port);
      expect((await save({ ...input, only_test: true })).data.level).toBe("ok");
      await proxy.cut();
      expect(await save(input)).toMatchObject({ status: 400, data: { findings: [{ level: "failure" }] } });
      expect((await fetch(`${product.url}/health/ready`)).status).toBe(200);
      expect(await readRevision()).toBe(0);
      await proxy.close();
      await fresh.drop();
    },
  );

  test("users in the present database are refused with 409, and the message names the move", async () => {
    await signUp(product, "stays@example.com");
    const { status, message } = await save(FILE);
    expect(status).toBe(409);
    expect(message).toContain("npm run backup");
    expect((await createSetupClient(product)("GET", "/api/setup/database")).data.revision).toBe(0);
  });

  const readRevision = async () =>
    Number((await createSetupClient(product)("GET", "/api/setup/database")).data.revision);
});

test("a product killed at any moment of the move starts with the old settings or the new ones, and each is whole", async () => {
  let product = await startProduct();
  const { dataDir, port } = product;
  const read = () => createSetupClient(product, readPrintedToken(product))("GET", "/api/setup/database");
  const move = async (filename: string) => {
    const { revision } = (await read()).data;
    const input = { ...FILE, revision, filename };
    return {
      revision,
      sent: createSetupClient(product, readPrintedToken(product))("POST", "/api/setup/database", input),
    };
  };
  const startedAt = performance.now();
  expect((await (await move("whole.db")).sent).data.saved).toBe(true);
  const wholeMs = performance.now() - startedAt;
  for (const part of [0.1, 0.4, 0.6, 0.8, 1]) {
    const { revision, sent } = await move(`moved-${part * 10}.db`);
    sent.catch(() => undefined);
    await new Promise((done) => setTimeout(done, wholeMs * part));
    await kill(product);
    product = await startProduct({ DATA_DIR: dataDir, PORT: String(port) });
    const after = await read();
    expect(after.status).toBe(200);
    expect([revision, Number(revision) + 1]).toContain(after.data.revision);
  }
  await product.stop();
  rmSync(dataDir, { recursive: true });
}, 120_000);
