/** Faults of the payment provider. */
import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { Watcher } from "../../support/fault-gate";
import { STORES, type Kind } from "../kind";

const HANG_SECONDS = 12;
const SLOW_MS = 8000;

export const PAYMENT_KINDS: readonly Kind[] = [
  describe({
    ...{ id: "payments-500", name: "the provider answers 500" },
    watcher: answerAll(500, toError("api_error")),
  }),
  describe({
    ...{ id: "payments-429", name: "the provider answers 429" },
    watcher: answerAll(429, toError("rate_limit_error")),
  }),
  describe({
    ...{ id: "payments-hang", name: "the provider answers nothing", seconds: HANG_SECONDS },
    watcher: { before: ({ isEvent }) => Promise.resolve(isEvent ? "pass" : "answered") },
  }),
  describe({
    ...{ id: "payments-lost-answer", name: "the provider carries a charge out, and its answer is lost" },
    watcher: { between: ({ isCharge }) => Promise.resolve(isCharge ? "break" : "pass") },
  }),
  describe({
    ...{ id: "payments-slow", name: "every call to the provider takes 8 s", seconds: HANG_SECONDS },
    watcher: { before: ({ isEvent }) => wait(isEvent ? 0 : SLOW_MS, "pass" as const) },
  }),
  describe({
    ...{ id: "payments-no-json", name: "the provider answers what is not JSON" },
    watcher: answerAll(200, "<html>"),
  }),
];

interface PaymentFault {
  id: string;
  name: string;
  watcher: Watcher;
  seconds?: number;
}

function describe({ id, name, watcher, seconds }: PaymentFault): Kind {
  return {
    ...{ id, name, group: "payments", stores: STORES },
    way: {
      by: "traffic",
      allows: "unavailable",
      ...(seconds !== undefined && { seconds }),
      weights: {
        ...{ subscribe: 6, "plan change": 6, invite: 2, join: 2, session: 2, "API write": 2, "sign-in": 1 },
      },
      harm({ gate }) {
        gate.watch(watcher);
        return Promise.resolve(() => gate.watch({}));
      },
    },
  };
}

/** Events of the provider arrive as they did. */
function answerAll(status: number, body: string): Watcher {
  return {
    before({ isEvent }, response: ServerResponse) {
      if (isEvent) return undefined;
      response.writeHead(status, { "Content-Type": "application/json" }).end(body);
      return Promise.resolve("answered");
    },
  };
}

function toError(type: string): string {
  return JSON.stringify({ error: { type, message: "no" } });
}
