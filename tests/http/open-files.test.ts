/** A process that may open no more files: what comes in meanwhile may fail, and nothing breaks for longer. */
import { userEntity } from "~/models/user.server";
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openProductStore } from "../support/product-store";
import { createUserOnFreePlan, type Call } from "../support/clients";
import { startProduct, waitFor, type Product } from "../support/product";

/** prlimit changes a running process; only Linux has it. */
const canLimit = spawnSync("prlimit", ["--version"]).status === 0;
const LEFT = 10;
const CONNECTIONS = 60;
const RECOVERED_WITHIN_MS = 5000;
/** A connection is a file as well, so some are closed at once. */
const CLOSED = -1;

const countOpenFiles = ({ process: { pid } }: Product) => readdirSync(`/proc/${pid ?? 0}/fd`).length;

function limitOpenFiles({ process: { pid } }: Product, count: number): void {
  const { status, stderr } = spawnSync("prlimit", ["--pid", String(pid), `--nofile=${count}:`], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
}

/** The status of an answer; a connection may be closed until the process has its files back. */
const readStatus = (answer: Promise<{ status: number }>): Promise<number> =>
  answer.then(
    ({ status }) => status,
    () => CLOSED,
  );

describe.skipIf(!canLimit)(`no more open files${canLimit ? "" : ", which needs prlimit"}`, () => {
  let product: Product;
  let call: Call;
  beforeAll(async () => {
    product = await startProduct();
    ({ call } = await createUserOnFreePlan(product, "files@example.com"));
    // A process that cannot read its own code ends, so all of it is loaded first: the metrics are a second after the start.
    await (await fetch(`${product.url}/metrics`)).text();
  });
  afterAll(() => product.stop());

  test("more connections than files: once they are closed, pages and changes work within five seconds, and the database is whole", async () => {
    limitOpenFiles(product, countOpenFiles(product) + LEFT);
    const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => open(product.port)));
    const rename = (name: string) => readStatus(call("PATCH", "/api/user", { name }));
    const asked = Array.from({ length: 20 }, (_, index) => rename(`Name ${index}`));
    for (const socket of sockets) socket.destroy();
    const closedAt = Date.now();
    const answers = await Promise.all(asked);
    expect(answers.filter((answer) => ![200, 503, CLOSED].includes(answer))).toEqual([]);
    await waitFor(async () => (await rename("Again")) === 200, "a change");
    await waitFor(async () => (await readStatus(fetch(`${product.url}/signin`))) === 200, "a page");
    expect(Date.now() - closedAt).toBeLessThan(RECOVERED_WITHIN_MS);
    expect(product.process.exitCode).toBeNull();
    const store = await openProductStore(product);
    expect(await store.count(userEntity, { name: "Again" })).toBe(1);
    await store.close();
  });
});

function open(port: number): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(socket));
    socket.on("error", () => resolve(socket));
  });
}
