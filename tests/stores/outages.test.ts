/** A database that is down, busy, slow or silent is reported as unavailable in time, and used again once it is back. */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { accountEntity } from "~/models/account.server";
import { tokenEntity } from "~/models/token.server";
import { openStore } from "~/models/store/open-store";
import { openDatabase } from "~/models/store/sequelize/database";
import { toStoreError } from "~/models/store/sequelize/errors";
import type { OpenStore } from "~/models/store/database";
import { StoreUnavailableError } from "~/models/store/store";
import { listReachableStores, type FreshStore } from "../support/stores";
import { startTcpProxy } from "../support/tcp-proxy";
import { buildToken, buildAccount } from "./rows";

/**
 * The stores under test use this timeout in place of the usual five seconds: longer than a working statement takes
 * while other tests create their databases on the same server.
 */
const STATEMENT_TIMEOUT_MS = 1000;
/** A statement's own limit, plus the driver's grace period, plus a slow machine. */
const IN_TIME_MS = 4000;

/** After an outage, calls must succeed again within this time. */
const RECOVERED_WITHIN_MS = 5000;

const servers = await listReachableStores();

describe.each(filterServers("PostgreSQL", "MariaDB", "MySQL"))("%s through a TCP proxy", (_, create) => {
  async function open() {
    const made = await create();
    const { hostname, port } = new URL(made.url);
    const proxy = await startTcpProxy({ host: hostname, port: Number(port) });
    const url = new URL(made.url);
    url.port = String(proxy.port);
    const store = await openImpatient(url.href);
    onTestFinished(async () => {
      await proxy.mend();
      await store.close();
      await proxy.close();
      await made.drop();
    });
    return { store, proxy, made };
  }

  test("down at start: calls throw StoreUnavailableError, and work once the server is up", async () => {
    const { store, proxy } = await open();
    await proxy.cut();
    await expectUnavailable(store);
    await expect(store.migrate()).rejects.toThrow(StoreUnavailableError);
    await proxy.mend();
    await expectRecovered(store);
    await store.migrate();
  });

  test("calls cut off while in use throw StoreUnavailableError, as later ones do, and the store recovers", async () => {
    const { store, proxy } = await open();
    await expectWorking(store);
    const results = Promise.allSettled(
      Array.from({ length: 30 }, () => store.insert(tokenEntity, buildToken())),
    );
    await proxy.cut();
    for (const result of await results) {
      if (result.status === "rejected") expect(result.reason).toBeInstanceOf(StoreUnavailableError);
    }
    await expectUnavailable(store);
    await proxy.mend();
    await expectRecovered(store);
  });

  test("a transaction cut off within it keeps nothing", async () => {
    const { store, proxy, made } = await open();
    const account = buildAccount();
    const work = store.transaction(async (inner) => {
      await inner.insert(accountEntity, account);
      await proxy.cut();
      await inner.update(accountEntity, { id: account.id }, { name: "Other" });
    });
    await expect(work).rejects.toThrow(StoreUnavailableError);
    expect(await made.store.findOne(accountEntity, { id: account.id })).toBeNull();
    await proxy.mend();
    await expectRecovered(store);
  });

  test("silent: calls time out, and later calls do not wait for the dead connections", async () => {
    const { store, proxy } = await open();
    await expectWorking(store);
    proxy.freeze();
    const began = Date.now();
    const calls = Array.from({ length: 15 }, (_, index) =>
      index % 3 === 0
        ? store.transaction((inner) => inner.insert(tokenEntity, buildToken()))
        : store.insert(tokenEntity, buildToken()),
    );
    for (const result of await Promise.allSettled([...calls, store.ping()])) {
      expect(result).toMatchObject({ status: "rejected", reason: { name: "StoreUnavailableError" } });
    }
    expect(Date.now() - began).toBeLessThan(IN_TIME_MS);
    await proxy.mend();
    await expectRecovered(store);
  });

  test("silent: a statement that the connection has not had before times out as well", async () => {
    const { store, proxy } = await open();
    // Opens the connection.
    await store.ping();
    proxy.freeze();
    const began = Date.now();
    await expect(store.count(accountEntity, {})).rejects.toThrow(StoreUnavailableError);
    expect(Date.now() - began).toBeLessThan(IN_TIME_MS);
    await proxy.mend();
    await expectRecovered(store);
  });

  test("silent: closing the store does not wait for an answer", async () => {
    const { store, proxy } = await open();
    await expectWorking(store);
    proxy.freeze();
    const began = Date.now();
    await store.close();
    expect(Date.now() - began).toBeLessThan(IN_TIME_MS);
  });

  test("a row that is locked for too long makes the call fail in place of waiting", async () => {
    const { store, made } = await open();
    const token = buildToken();
    await store.insert(tokenEntity, token);
    await made.store.transaction(async (inner) => {
      await inner.findOne(tokenEntity, { id: token.id });
      await expect(store.update(tokenEntity, { id: token.id }, { attempts: 1 })).rejects.toThrow(
        StoreUnavailableError,
      );
      await expectWorking(store);
    });
    expect(await store.update(tokenEntity, { id: token.id }, { attempts: 1 })).toBe(1);
  });

  test("the server stops a statement that takes too long, and the call throws StoreUnavailableError", async () => {
    const { made } = await open();
    const database = await openDatabase({ url: made.url, timeoutMs: STATEMENT_TIMEOUT_MS });
    onTestFinished(() => database.close());
    const sleep = database.dialect.name === "postgres" ? "SELECT pg_sleep(3)" : "SELECT SLEEP(3)";
    const failure = await database.select({ sql: sleep, bind: [] }).catch(toStoreError);
    expect(failure).toBeInstanceOf(StoreUnavailableError);
  });

  test("more concurrent calls than connections wait for their turn", async () => {
    const { made } = await open();
    await Promise.all(Array.from({ length: 40 }, () => expectWorking(made.store)));
  });
});

describe("SQLite", () => {
  const createFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), "groundwork-outage-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  };
  const openFile = async (file: string) => {
    const store = await openImpatient(`sqlite:${file}`);
    onTestFinished(() => store.close());
    return store;
  };

  test("while another process locks the file, writes and transactions throw, reads work, and the store recovers", async () => {
    const file = join(createFolder(), "app.db");
    const store = await openFile(file);
    await store.migrate();
    const other = await openDatabase({ url: `sqlite:${file}`, timeoutMs: 1000 });
    onTestFinished(() => other.close());
    await (await other.sequelize()).query("BEGIN EXCLUSIVE");

    const began = Date.now();
    const calls = Array.from({ length: 8 }, (_, index) =>
      index % 2 === 0
        ? store.insert(tokenEntity, buildToken())
        : store.transaction((inner) => inner.count(tokenEntity, {})),
    );
    for (const result of await Promise.allSettled(calls)) {
      expect(result).toMatchObject({ status: "rejected", reason: { name: "StoreUnavailableError" } });
    }
    // Waiting for their turn and for the lock takes them no longer together.
    expect(Date.now() - began).toBeLessThan(STATEMENT_TIMEOUT_MS + 900);
    expect(await store.count(tokenEntity, {})).toBe(0);

    await (await other.sequelize()).query("ROLLBACK");
    await expectWorking(store);
  });

  test("a file that another process keeps for itself is reported by migrating too, which waits for a migration only", async () => {
    const file = join(createFolder(), "app.db");
    const first = await openFile(file);
    await first.migrate();
    await first.close();
    const other = await openDatabase({ url: `sqlite:${file}`, timeoutMs: 1000 });
    onTestFinished(() => other.close());
    const sequelize = await other.sequelize();
    for (const sql of ["PRAGMA locking_mode = EXCLUSIVE", "BEGIN EXCLUSIVE", "DELETE FROM migrations"])
      await sequelize.query(sql);
    const store = await openFile(file);
    const began = Date.now();
    await expect(store.migrate()).rejects.toThrow("SQLITE_BUSY");
    expect(Date.now() - began).toBeLessThan(IN_TIME_MS);
    await sequelize.query("ROLLBACK");
  });

  test("a folder that cannot be created is reported, and used once it can be created", async () => {
    const place = join(createFolder(), "data");
    writeFileSync(place, "in the way");
    const store = await openFile(join(place, "deeper", "app.db"));
    await expectUnavailable(store);
    await expect(store.migrate()).rejects.toThrow(StoreUnavailableError);
    rmSync(place);
    await store.migrate();
    await expectWorking(store);
  });

  test("a file that is not a database is reported, and used once it is replaced", async () => {
    const file = join(createFolder(), "app.db");
    const first = await openFile(file);
    await first.migrate();
    await first.close();
    renameSync(file, `${file}.kept`);
    writeFileSync(file, "no database ".repeat(1000));
    const store = await openFile(file);
    await expectUnavailable(store);
    renameSync(`${file}.kept`, file);
    await expectWorking(store);
  });

  test("a call on the store that waits for its own transaction times out in place of hanging", async () => {
    const store = await openFile(join(createFolder(), "app.db"));
    await store.migrate();
    const work = store.transaction(() => store.insert(tokenEntity, buildToken()));
    await expect(work).rejects.toThrow(StoreUnavailableError);
    await expectWorking(store);
  });
});

describe.each(filterServers("PostgreSQL"))("%s in read-only mode", (_, create) => {
  test("while the database is read-only, writes throw StoreUnavailableError and reads still work", async () => {
    const { url, store, drop } = await create();
    const reader = await openStore(`${url}?options=-c%20default_transaction_read_only%3Don`);
    onTestFinished(async () => {
      await reader.close();
      await drop();
    });
    await store.insert(accountEntity, buildAccount());
    await reader.requireWritable();
    await expect(reader.insert(accountEntity, buildAccount())).rejects.toThrow(StoreUnavailableError);
    await expect(reader.requireWritable()).rejects.toThrow("read-only transaction");
    expect(await reader.count(accountEntity, {})).toBe(1);
  });
});

function filterServers(...names: string[]) {
  return servers
    .filter(({ name }) => names.includes(name))
    .map(({ name, create }) => [name, create] as const);
}

function openImpatient(url: string): Promise<OpenStore> {
  return openStore(url, { statementTimeoutMs: STATEMENT_TIMEOUT_MS });
}

async function expectWorking(store: FreshStore["store"]): Promise<void> {
  const token = buildToken();
  await store.ping();
  await store.insert(tokenEntity, token);
  await store.transaction((inner) => inner.update(tokenEntity, { id: token.id }, { attempts: 1 }));
  expect(await store.findOne(tokenEntity, { id: token.id })).toEqual({ ...token, attempts: 1 });
}

/** Connections that were being opened when the server came back may still fail, each with one call. */
async function expectRecovered(store: FreshStore["store"]): Promise<void> {
  await vi.waitFor(() => expectWorking(store), { timeout: RECOVERED_WITHIN_MS });
}

async function expectUnavailable(store: FreshStore["store"]): Promise<void> {
  await expect(store.ping()).rejects.toThrow(StoreUnavailableError);
  await expect(store.count(tokenEntity, {})).rejects.toThrow(StoreUnavailableError);
  await expect(store.insert(tokenEntity, buildToken())).rejects.toThrow(StoreUnavailableError);
  await expect(store.transaction((inner) => inner.count(tokenEntity, {}))).rejects.toThrow(
    StoreUnavailableError,
  );
}
