/** The cost of deploys and crashes, seen through a proxy that asks for the health of two products every two seconds. */
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endProcess, listChildren } from "../support/child-process";
import { startHealthBalancer, type HealthBalancer } from "../support/health-balancer";
import { startProbe } from "../support/probe";
import { startProduct, waitFor, type Product } from "../support/product";
import { isRedisReached, redisUrl } from "../support/redis";

const hasRedis = await isRedisReached();
const REDIS = new URL("/7", redisUrl).href;
/** Processes of one host hold its port together, so nothing has to notice that one leaves. */
const TWO_PROCESSES = { WEB_CONCURRENCY: "2", REDIS_URL: REDIS, DRAIN_DELAY_MS: "1000" };
const ASK_EVERY_MS = 200;
/** Processes start, one after the other. */
const TIMEOUT_MS = 60_000;
/** The most requests that one process answers at a time under the probe, with room for a slow machine. */
const IN_FLIGHT_MAX = 10;

describe.skipIf(!hasRedis)(
  `one product of one process and one of two${hasRedis ? "" : ", Redis not reached"}`,
  () => {
    let single: Product;
    let double: Product;
    let balancer: HealthBalancer;
    beforeAll(async () => {
      [single, double] = await Promise.all([
        startProduct({ DRAIN_DELAY_MS: "5000" }),
        startProduct(TWO_PROCESSES),
      ]);
      balancer = await startHealthBalancer([single.port, double.port]);
    });
    afterAll(async () => {
      await balancer.close();
      await Promise.all([single.stop(), double.stop()]);
    });

    test(
      "a restart of one by SIGTERM loses no request: it says 503 at ready, and accepts until the proxy has noticed",
      async () => {
        const probe = startProbe(balancer.port);
        await wait(500);
        const ended = new Promise((resolve) => single.process.once("exit", resolve));
        single.process.kill("SIGTERM");
        const ready = await waitFor(async () => {
          const answer = await fetch(`${single.url}/health/ready`);
          return answer.status === 503 ? answer : null;
        }, "503 at ready");
        expect([await ready.json(), ready.headers.get("connection")]).toEqual([
          { status: "stopping" },
          "close",
        ]);
        expect((await fetch(`${single.url}/signin`)).headers.get("connection")).toBe("close");
        expect(await ended).toBe(0);
        expect(single.output()).toContain('"requestsCut":0,"msg":"stopped"');
        single = await startProduct({ PORT: String(single.port), DRAIN_DELAY_MS: "0" });
        await waitFor(() => balancer.ready().length === 2, "the proxy to find it again");
        await wait(500);
        const { sent, failures } = await probe.stop();
        expect(failures).toEqual([]);
        expect(sent).toBeGreaterThan(100);
      },
      TIMEOUT_MS,
    );

    test(
      "a reload by SIGHUP loses no request: each process is replaced, and ready never says 503",
      async () => {
        const probe = startProbe(balancer.port);
        const before = listChildren(double.process.pid);
        const statuses = new Set<number>();
        double.process.kill("SIGHUP");
        await waitFor(async () => {
          statuses.add((await fetch(`${double.url}/health/ready`)).status);
          await wait(ASK_EVERY_MS);
          return double.output().includes('"reloaded"');
        }, "the end of the reload");
        const { failures } = await probe.stop();
        expect(failures).toEqual([]);
        expect([...statuses]).toEqual([200]);
        const after = listChildren(double.process.pid);
        expect([after.length, after.filter((id) => before.includes(id))]).toEqual([2, []]);
        expect(double.output()).not.toContain("is started again");
      },
      TIMEOUT_MS,
    );

    test("SIGHUP to one of several processes means nothing, and kill -9 of it loses what it was answering", async () => {
      const probe = startProbe(balancer.port);
      const [first, second] = listChildren(double.process.pid);
      // Zero instead would be the tests' own processes.
      if (first === undefined || second === undefined) throw new Error("a process is missing");
      process.kill(first, "SIGHUP");
      await wait(500);
      expect(listChildren(double.process.pid)).toEqual([first, second]);
      process.kill(first, "SIGKILL");
      await waitFor(() => !listChildren(double.process.pid).includes(first), "its end");
      await wait(1500);
      const { failures } = await probe.stop();
      expect(failures.length).toBeLessThanOrEqual(IN_FLIGHT_MAX);
    });

    test("kill -9 of the primary ends its processes, and costs its share of requests until the proxy asks again", async () => {
      const probe = startProbe(balancer.port);
      const children = listChildren(double.process.pid);
      await wait(300);
      await endProcess(double.process, "SIGKILL");
      await waitFor(() => balancer.ready().length === 1, "the proxy to notice");
      const { failures } = await probe.stop();
      // Two seconds at twenty a second, of which it had half.
      expect(failures.length).toBeLessThan(30);
      await waitFor(() => children.every((id) => !listChildren(1).includes(id)), "the end of its processes");
      double = await startProduct({ ...TWO_PROCESSES, PORT: String(double.port) });
    });

    test("SIGTERM ends a reload that has started, and all processes with it", async () => {
      const children = listChildren(double.process.pid);
      const ended = new Promise((resolve) => double.process.once("exit", resolve));
      double.process.kill("SIGHUP");
      await waitFor(() => listChildren(double.process.pid).length === 3, "one process more");
      double.process.kill("SIGTERM");
      expect(await ended).toBe(0);
      expect(children.filter((id) => listChildren(1).includes(id))).toEqual([]);
    });
  },
);

describe("a process alone that waits a minute before it stops", () => {
  const WAITS = { DRAIN_DELAY_MS: "60000" };
  const endOf = (product: Product) => new Promise((resolve) => product.process.once("exit", resolve));

  test("a process alone stops at once by SIGINT", async () => {
    const product = await startProduct(WAITS);
    const ended = endOf(product);
    product.process.kill("SIGINT");
    expect(await ended).toBe(0);
  });

  test("SIGHUP stops a process as SIGTERM does: it exits with 1 at the next SIGTERM, and logs how many requests that cut", async () => {
    const product = await startProduct(WAITS);
    const open = connect(product.port, "127.0.0.1").on("error", () => undefined);
    open.write(
      "POST /signin HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\nContent-Length: 9\r\n\r\n",
    );
    await wait(100);
    const ended = endOf(product);
    product.process.kill("SIGHUP");
    product.process.kill("SIGHUP");
    await waitFor(async () => (await fetch(`${product.url}/health/ready`)).status === 503, "503 at ready");
    product.process.kill("SIGTERM");
    expect(await ended).toBe(1);
    expect(product.output()).toContain('"requestsCut":1,"msg":"stopped, and cut open requests"');
    open.destroy();
  });
});
