// A request is answered in time, although its operation still waits.
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Payments } from "~/gateways/payments/payments";
import { makeLog } from "~/log.server";
import { answerInTime } from "./answer-in-time.server";
import type { App } from "./app.server";

const LEFT_MS = 300;
const SLOW_MS = 500;
const OPERATION = { name: "slowOperation" };

/** The product, whose payments say until when they may take. */
const createApp = () => {
  const within = (endBy: number) => ({ endBy }) as unknown as Payments;
  return { log: makeLog("silent"), payments: { within } } as unknown as App;
};
const createContext = () => ({ app: createApp(), answerBy: performance.now() + LEFT_MS });

test("an operation that takes too long is answered with 503, and goes on", async () => {
  let isDone = false;
  const work = async () => {
    await wait(SLOW_MS);
    isDone = true;
  };
  const answered = answerInTime(OPERATION, createContext(), work);
  await expect(answered).rejects.toMatchObject({ code: "unavailable", detail: { retryAfterSeconds: 5 } });
  expect(isDone).toBe(false);
  await expect.poll(() => isDone).toBe(true);
});

test("one that fails after its answer ends no process", async () => {
  const work = () => wait(SLOW_MS).then(() => Promise.reject(new Error("too late")));
  await expect(answerInTime(OPERATION, createContext(), work)).rejects.toMatchObject({ code: "unavailable" });
  await wait(SLOW_MS);
});

test.each([
  ["that is in time", OPERATION, LEFT_MS / 10],
  ["that may take long", { ...OPERATION, takesLong: true as const }, SLOW_MS],
  ["of setup", { ...OPERATION, isSetup: true as const }, SLOW_MS],
  ["that takes a file", { ...OPERATION, acceptsFiles: {} }, SLOW_MS],
])("an operation %s is answered with its result", async (_name, operation, ms) => {
  expect(await answerInTime(operation, createContext(), () => wait(ms, "done"))).toBe("done");
});

test("the calls to the payment provider end before the request has to be answered", async () => {
  const context = createContext();
  const endBy = await answerInTime(OPERATION, context, ({ payments }) => Promise.resolve(payments));
  expect(endBy).toEqual({ endBy: context.answerBy - 500 });
});

test("work that no request waits for takes as long as it takes", async () => {
  const { app } = createContext();
  expect(await answerInTime(OPERATION, { app }, () => wait(SLOW_MS, "done"))).toBe("done");
});
