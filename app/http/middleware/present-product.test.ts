/** Requests end with the product that they began with, and none is lost while it is replaced. */
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createPresentProduct } from "./present-product";

const stops: (() => unknown)[] = [];
afterEach(() => Promise.all(stops.splice(0).map((stop) => stop())));

/** A product that says its name; `/slow` waits for `finish`. */
function createNamed(name: string) {
  const slow: ServerResponse[] = [];
  let isClosed = false;
  const handle: RequestListener = (request, response) => {
    if (request.url === "/slow") slow.push(response);
    else response.end(name);
  };
  return {
    served: {
      handle,
      close() {
        isClosed = true;
        return Promise.resolve();
      },
    },
    isClosed: () => isClosed,
    hasSlow: () => slow.length > 0,
    finish: () => slow.splice(0).forEach((response) => response.end(name)),
  };
}

async function serve() {
  const present = createPresentProduct();
  const server = createServer(present.handle);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  stops.push(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask = async (path = "/") => {
    const answer = await fetch(url + path, { headers: { Connection: "close" } });
    return answer.ok ? answer.text() : answer.status;
  };
  return { present, ask };
}

const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await new Promise((done) => setTimeout(done, 5));
};

test("without a product a request gets 503", async () => {
  const { ask } = await serve();
  expect(await ask()).toBe(503);
});

test("a running request ends with the previous product, which is closed then; new ones get the next product", async () => {
  const { present, ask } = await serve();
  const [first, second] = [createNamed("first"), createNamed("second")];
  present.replace(first.served);
  const slow = ask("/slow");
  await until(first.hasSlow);
  present.replace(second.served);
  expect(await ask()).toBe("second");
  expect(first.isClosed()).toBe(false);
  first.finish();
  expect(await slow).toBe("first");
  await until(first.isClosed);
});

test("held requests wait until the others have ended, and then get the product that is present", async () => {
  const { present, ask } = await serve();
  const [first, second] = [createNamed("first"), createNamed("second")];
  present.replace(first.served);
  const slow = ask("/slow");
  await until(first.hasSlow);
  const holding = present.hold(0);
  const waiting = ask();
  first.finish();
  expect([await slow, await holding]).toEqual(["first", true]);
  present.replace(second.served);
  present.release();
  expect(await waiting).toBe("second");
});

test("a second hold is refused, and the first one goes on", async () => {
  const { present, ask } = await serve();
  present.replace(createNamed("first").served);
  expect(await present.hold(0)).toBe(true);
  const waiting = ask();
  expect(await present.hold(0)).toBe(false);
  present.release();
  expect(await waiting).toBe("first");
});

test("closing waits for a product that is still ending", async () => {
  const { present, ask } = await serve();
  const [first, second] = [createNamed("first"), createNamed("second")];
  present.replace(first.served);
  const slow = ask("/slow");
  await until(first.hasSlow);
  present.replace(second.served);
  const closing = present.close();
  first.finish();
  await Promise.all([slow, closing]);
  expect([first.isClosed(), second.isClosed()]).toEqual([true, true]);
});
