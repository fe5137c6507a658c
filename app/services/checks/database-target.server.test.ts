/** Setup's answers about a database to move to: each fault in one word, and nothing that the server has sent. */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { safeParse } from "zod/v4/core";
import { userEntity } from "~/models/user.server";
import { databaseForm } from "~/domain/forms/setup";
import { closeSetup } from "~/models/setup-closing.server";
import { migrateDown } from "~/models/store/sequelize/migrate";
import { setupClosings } from "../../../migrations/0029-setup-closings";
import { makeTestUser } from "../../../tests/support/users";
import { LOCAL_FILES, startRogueMysql } from "../../../tests/support/rogue-mysql";
import { describeSqlStores } from "../../../tests/support/stores";
import { tryDatabase, type DatabaseAnswer } from "./database-target.server";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "groundwork-target-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const tryHost = (host: string, scheme = "postgres", port = 1) =>
  tryDatabase({
    url: `${scheme}://u:canary@${host}:${port}/x`,
    host: host.replace(/^\[|\]$/g, ""),
    file: null,
  });
const tryFile = (name: string) => {
  const file = join(folder, name);
  return tryDatabase({ url: `sqlite:${file}`, host: null, file });
};
const toWord = (answer: DatabaseAnswer) => (answer.kind === "fault" ? answer.fault : answer.contents);

describe("hosts", () => {
  test.each([
    ...["169.254.169.254", "0.0.0.0", "100.100.100.200", "168.63.129.16", "224.0.0.1", "255.255.255.255"],
    ...["[fe80::1]", "[::]", "[::ffff:169.254.169.254]", "[fd00:ec2::254]", "[fd20:ce::254]", "[ff02::1]"],
    // The same IP in the forms that a name's look-up also reads.
    ...["2852039166", "0xa9fea9fe", "0251.0376.0251.0376", "169.254.43518"],
  ])("%s is refused without a connection", async (host) => {
    expect(toWord(await tryHost(host))).toBe("forbidden");
  });

  test("a name that does not exist, and a port where nothing listens, have words of their own", async () => {
    expect(toWord(await tryHost("no-such-host.invalid"))).toBe("unknown_host");
    for (const scheme of ["postgres", "mysql"])
      expect([scheme, toWord(await tryHost("127.0.0.1", scheme))]).toEqual([scheme, "refused"]);
  });

  test("the banner of another service is not repeated", async () => {
    const server = createServer((socket) => socket.end("SSH-2.0-canary\r\n"));
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    for (const scheme of ["postgres", "mysql"])
      expect(JSON.stringify(await tryHost("127.0.0.1", scheme, port))).not.toContain("canary");
    server.close();
  });

  test("a server that answers by asking for a file of this machine gets none", async () => {
    const file = join(folder, "private");
    writeFileSync(file, "canary-of-a-file");
    const server = await startRogueMysql(file);
    expect((await tryHost("127.0.0.1", "mysql", server.port)).kind).toBe("fault");
    expect(server.asked()).toBeGreaterThan(0);
    expect(server.capabilities() & LOCAL_FILES).toBe(0);
    expect(server.received()).not.toContain("canary-of-a-file");
    server.close();
  });

  test("a server that never answers is given up after five seconds", async () => {
    const server = createServer(() => undefined);
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    const startedAt = Date.now();
    expect(toWord(await tryHost("127.0.0.1", "postgres", port))).toBe("timeout");
    expect(Date.now() - startedAt).toBeLessThan(7000);
    server.close();
  }, 10_000);
});

describe("files", () => {
  test("a new file is an empty database", async () => {
    expect(await tryFile("product.db")).toMatchObject({ kind: "ready", contents: "empty" });
  });

  test("another program's file, a folder and a link are not opened", async () => {
    writeFileSync(join(folder, "notes.db"), "no database");
    symlinkSync("/etc/hostname", join(folder, "link.db"));
    for (const name of ["notes.db", "link.db", "."]) expect(toWord(await tryFile(name))).toBe("not_sqlite");
  });
});

describe("what the form refuses before anything is tried", () => {
  const GOOD = { revision: 0, client: "postgres", host: "db.test", port: 5432, user: "u", name: "x" };
  const findFields = (input: object) => {
    const { success, error } = safeParse(databaseForm, input);
    return success ? [] : error.issues.map(({ path }) => String(path[0]));
  };

  test("a server with all fields, and each kind with its own, are accepted", () => {
    expect(findFields(GOOD)).toEqual([]);
    expect(findFields({ ...GOOD, host: "::1" })).toEqual([]);
    expect(findFields({ ...GOOD, client: "mongo", port: "" })).toEqual([]);
    expect(
      findFields({ revision: 0, client: "sqlite3", filename: "product.db", port: "", host: "" }),
    ).toEqual([]);
    expect(findFields({ revision: 0, client: "embedded" })).toEqual([]);
  });

  test.each([
    ...["http://db.test", "mongodb+srv://x", "/var/run/postgresql", "a/b", "user@db.test", "db.test:5432"],
    ...["db.test?x=1", "db test", "..", "[::1", "-x", "a\u0000b", "\\\\server\\pipe"],
  ])("host %j", (host) => {
    expect(findFields({ ...GOOD, host })).toContain("host");
  });

  test.each([
    ...[
      "../app.db",
      "/etc/passwd.db",
      "file:x.db?mode=rw",
      "a\u0000.db",
      ":memory:",
      "app.secret",
      "config.json",
    ],
    ...[".db", "a/b.db", "x.db-wal", "..db", "a\\b.db", "x.DB "],
  ])("file name %j", (filename) => {
    expect(findFields({ revision: 0, client: "sqlite3", filename })).toContain("filename");
  });

  test.each(["host", "port", "user", "name"])("a server without %s", (field) => {
    expect(findFields({ ...GOOD, [field]: "" })).toEqual([field]);
  });
});

await describeSqlStores("setup's test of a database", (fresh) => {
  const toTarget = (url: string) => {
    const isFile = url.startsWith("sqlite:");
    return {
      url,
      host: isFile ? null : new URL(url).hostname,
      file: isFile ? url.replace("sqlite:", "") : null,
    };
  };

  test("an installed product without users may be used, and not one that has users or has had a verified one", async () => {
    const { url, store } = fresh();
    const read = async () => toWord(await tryDatabase(toTarget(url)));
    expect(await read()).toBe("product");
    await makeTestUser(store, { permission: "owner", isVerified: true, subscription: null });
    expect(await read()).toBe("people");
    await store.remove(userEntity, { id: { not: "" } });
    expect(await read()).toBe("product");
    await closeSetup(store);
    expect(await read()).toBe("people");
    await migrateDown(url, { to: setupClosings.name });
    expect(await read()).toBe("product");
  });

  test("a database that does not exist", async () => {
    const { url } = fresh();
    if (url.startsWith("sqlite:")) return;
    const other = new URL(url);
    other.pathname = "/no_such_database";
    expect(toWord(await tryDatabase(toTarget(other.href)))).toBe("no_database");
  });

  test("a wrong password", async () => {
    const { url } = fresh();
    if (url.startsWith("sqlite:")) return;
    const other = new URL(url);
    other.username = "stranger";
    other.password = "canary";
    const answer = await tryDatabase(toTarget(other.href));
    expect(toWord(answer)).toBe("password");
    expect(JSON.stringify(answer)).not.toContain("canary");
  });
});
