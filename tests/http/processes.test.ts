/** Several processes of one host: how they start, replace one another and stop, and what holds when one is killed. */
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runFaults } from "../faults/several-processes/faults";
import { checkInvariants } from "../faults/several-processes/invariants";
import { populate } from "../faults/traffic/population";
import { settle } from "../faults/several-processes/settle";
import { openStage, type LoadStage } from "../faults/several-processes/stage";
import { startTraffic } from "../faults/traffic/traffic";
import { listChildren } from "../support/child-process";
import { createUserOnFreePlan } from "../support/clients";
import { startProduct, waitFor, type Product } from "../support/product";
import { isRedisReached, redisUrl } from "../support/redis";
import { listReachableStores, type FreshStore } from "../support/stores";

const postgres = (await listReachableStores()).find(({ name }) => name === "PostgreSQL");
const hasRedis = await isRedisReached();
/** A database of its own, because other tests use up the limits of this machine's IP. */
const REDIS = new URL("/7", redisUrl).href;
const SUMMARY = /^ +Payments /gm;
const UNCAUGHT_FAULT = new URL("../support/uncaught-fault.mjs", import.meta.url).href;

describe.skipIf(!hasRedis)(`two processes${hasRedis ? "" : ", Redis not reached"}`, () => {
  let product: Product;
  beforeAll(async () => {
    const fault = { NODE_OPTIONS: `--import=${UNCAUGHT_FAULT}` };
    product = await startProduct({ WEB_CONCURRENCY: "2", REDIS_URL: REDIS, ...fault });
  });
  afterAll(() => product.stop());

  test("two processes print one summary, share the payment sandbox and the database file, and both answer", async () => {
    expect(listChildren(product.process.pid)).toHaveLength(2);
    expect(product.output().match(SUMMARY)).toHaveLength(1);
    const { call } = await createUserOnFreePlan(product, "paying@example.com");
    expect((await call("PATCH", "/api/account/plan", { plan: "pro", token: "tok_visa" })).status).toBe(200);
    await waitForEach(product);
  });

  test("one scrape has the counts of both by their numbers, and what both read in the database once", async () => {
    const read = async () => (await fetch(`${product.url}/metrics`)).text();
    const sumSignIns = (body: string) =>
      [...body.matchAll(/^groundwork_requests_total\{.*route="\/signin".*\} (\d+)$/gm)]
        .map(([, count]) => Number(count))
        .reduce((sum, count) => sum + count, 0);
    const before = await waitFor(async () => {
      await fetchAlone(product.port);
      const body = await read();
      const isSeen = (number: number) => body.includes(`route="/signin",status="200",process="${number}"`);
      return isSeen(1) && isSeen(2) ? body : null;
    }, "the counts of both processes");
    for (let index = 0; index < 10; index += 1) await fetchAlone(product.port);
    const after = await read();
    expect(sumSignIns(after) - sumSignIns(before)).toBe(10);
    const list = (name: string) => after.match(new RegExp(`^groundwork_${name}(\\{.*)? `, "gm"));
    // The processes answer in any order.
    expect(list("database_up")?.sort()).toEqual([
      'groundwork_database_up{process="1"} ',
      'groundwork_database_up{process="2"} ',
    ]);
    expect(list("nodejs_eventloop_lag_p99_seconds")).toHaveLength(2);
    expect(list("queue_depth")).toEqual([
      'groundwork_queue_depth{queue="mails"} ',
      'groundwork_queue_depth{queue="webhooks_out"} ',
      'groundwork_queue_depth{queue="webhooks_in"} ',
    ]);
    expect(after.match(/^# TYPE groundwork_requests_total /gm)).toHaveLength(1);
  });

  test("one that ends is logged and started again, and the other answers meanwhile", async () => {
    const before = listChildren(product.process.pid);
    const killed = killOne(product);
    await waitFor(() => product.output().includes("a process ended, and is started again"), "the log line");
    expect(await fetchAlone(product.port)).toBe(200);
    const after = await waitFor(() => {
      const children = listChildren(product.process.pid);
      return children.length === 2 && !children.includes(killed) ? children : null;
    }, "another process");
    expect(after.filter((id) => before.includes(id))).toHaveLength(1);
    const started = after.find((id) => !before.includes(id));
    await waitFor(async () => {
      await fetchAlone(product.port);
      return product.output().includes(`"process":${started},`);
    }, "an answer of the other process");
    expect(product.output().match(SUMMARY)).toHaveLength(1);
  });

  test("an error that nothing catches ends its process with 1, and another takes its place", async () => {
    await waitForEach(product);
    const failing = findChild(product);
    process.kill(failing, "SIGUSR2");
    const ended = `"ended":${failing},"exitCode":1,"signal":null`;
    await waitFor(() => product.output().includes(ended), "the log line");
    expect(product.output()).toContain("an error was not caught, and ends this process");
    expect(await fetchAlone(product.port)).toBe(200);
    await waitFor(() => listChildren(product.process.pid).length === 2, "another process");
    await waitForEach(product);
  });

  test("a second SIGTERM ends all of them, although a request is still open", async () => {
    const open = connect(product.port, "127.0.0.1");
    open.write(
      "POST /signin HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\nContent-Length: 9\r\n\r\n",
    );
    open.on("error", () => undefined);
    await wait(100);
    const ended = new Promise((resolve) => product.process.once("exit", resolve));
    product.process.kill("SIGTERM");
    await waitFor(() => product.output().includes("stopping"), "the first signal");
    const children = listChildren(product.process.pid);
    product.process.kill("SIGTERM");
    expect(await ended).toBe(1);
    await waitFor(() => children.every((id) => !isRunning(id)), "the end of both");
    open.destroy();
  });
});

test("a process that cannot serve at the start ends all of them with 1", async () => {
  const other = await startProduct();
  const environment = { WEB_CONCURRENCY: "2", REDIS_URL: "redis://127.0.0.1:1", PORT: String(other.port) };
  await expect(startProduct(environment)).rejects.toThrow(`PORT: ${other.port} is taken by another program`);
  await other.stop();
});

const reached = postgres && hasRedis ? "" : ", PostgreSQL or Redis not reached";
describe.skipIf(reached !== "")(`two processes under load${reached}`, () => {
  let database: FreshStore | undefined;
  let stage: LoadStage;
  beforeAll(async () => {
    database = await postgres?.create();
    const shared = { databaseUrl: database?.url ?? "", redisUrl: REDIS };
    stage = await openStage({ ...shared, hosts: 1, environment: { WEB_CONCURRENCY: "2" } });
  });
  afterAll(async () => {
    await stage.close();
    await database?.drop();
  });

  test("killing one loses no mail, no charge, no seat and no call that was stored, and SIGTERM ends with 0", async () => {
    const people = await populate(stage, { visitors: 4, keyed: 2, teams: 2, payers: 10 });
    const traffic = startTraffic(stage, { people, clients: 4, seed: 1 });
    const [product] = stage.products();
    const kill = () => {
      killOne(product);
      // A client on a busy machine notices late that its connection has ended.
      return wait(1000);
    };
    const faults = await runFaults([{ name: "kill -9 of one", at: 2, excuses: "broken", run: kill }]);
    await wait(2000);
    await traffic.stop();
    expect(await settle(stage, faults)).toEqual({});
    await stage.stopProducts();
    expect(product?.process.exitCode).toBe(0);
    const { exchanges, facts } = traffic;
    const findings = await checkInvariants({ stage, people, facts, exchanges, faults });
    expect(findings.filter(({ violations }) => violations.length > 0)).toEqual([]);
    expect(exchanges.filter(({ status }) => status === 200).length).toBeGreaterThan(10);
  });
});

/** Kills one of the processes that serve, and returns its id. */
function killOne(product: Product | undefined): number {
  const id = findChild(product);
  process.kill(id, "SIGKILL");
  return id;
}

/** One of the processes that serve. Throws without one: a signal to process 0 would end the tests themselves. */
function findChild(product: Product | undefined): number {
  const [id] = listChildren(product?.process.pid);
  if (id === undefined) throw new Error("no process serves");
  return id;
}

/** Waits until both processes have answered from now on. The system decides which one accepts a connection. */
async function waitForEach(product: Product): Promise<void> {
  const before = product.output().length;
  await waitFor(async () => {
    await Promise.all(Array.from({ length: 8 }, () => fetchAlone(product.port)));
    const answers = product
      .output()
      .slice(before)
      .matchAll(/"process":(\d+),.*"status":200/g);
    return new Set([...answers].map(([, id]) => id)).size === 2;
  }, "an answer of each process");
}

/** The status of a request on a connection of its own. */
async function fetchAlone(port: number): Promise<number> {
  const answer = await fetch(`http://localhost:${port}/signin`, { headers: { Connection: "close" } });
  await answer.text();
  return answer.status;
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}
