/** The log is written asynchronously: no line is lost, however the process ends, and no line waits long. */
import { once } from "node:events";
import { afterEach, expect, test } from "vitest";
import { LOG_FLUSH_EVERY_MS } from "~/domain/limits";
import { startProduct, type Product } from "../support/product";

const REQUESTS = 60;
/** Simulates an uncaught exception. */
const CRASH_ON_SIGNAL =
  "--import=data:text/javascript,process.on('SIGUSR2',()=>{throw%20new%20Error('a%20crash')})";

let product: Product;
afterEach(() => product.stop());

const listLoggedPaths = (): string[] =>
  product
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => String((JSON.parse(line) as Record<string, unknown>).path))
    .filter((path) => path.startsWith("/asked/"));

/** Requests one page after another; returns their paths once all are answered. */
async function ask(): Promise<string[]> {
  const paths = Array.from({ length: REQUESTS }, (_, index) => `/asked/${index}`);
  for (const path of paths) await (await fetch(product.url + path)).text();
  return paths;
}

test.each([
  ["a signal to stop", "SIGTERM", 0],
  ["an uncaught exception", "SIGUSR2", 1],
] as const)("after %s, the log has every line", async (_, signal, code) => {
  product = await startProduct({ NODE_OPTIONS: CRASH_ON_SIGNAL });
  const asked = await ask();
  const closed = once(product.process, "close");
  product.process.kill(signal);
  expect(((await closed) as [number])[0]).toBe(code);
  expect(listLoggedPaths()).toEqual(asked);
  expect(product.output()).toContain(code === 0 ? '"msg":"stopping"' : "a crash");
});

test("a single line is written within the flush interval", async () => {
  product = await startProduct();
  await (await fetch(`${product.url}/asked/alone`)).text();
  const startedAt = Date.now();
  await expect.poll(listLoggedPaths, { interval: 10, timeout: 5000 }).toEqual(["/asked/alone"]);
  expect(Date.now() - startedAt).toBeLessThan(LOG_FLUSH_EVERY_MS + 1000);
});
