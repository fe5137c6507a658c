/** A product that gets nested input, and its callers: each answer comes soon, is no failure, and is measured. */
import { expect } from "vitest";
import type { OpenStore } from "~/models/store/database";
import { UNCOMPRESSED } from "./clients";
import { measureAnswer } from "./nested-input";
import type { Product } from "./product";
import { openProductStore } from "./product-store";
import { SETUP_TOKEN, startOpenProduct } from "./setup";
import { makeTestUser } from "./users";

const ANSWER_WITHIN_MS = 10_000;

export interface Caller {
  userId: string;
  accountId: string;
  /** The header: the session, and the credential of setup. */
  cookie: string;
  token: string;
  /** Another one for each caller, so that none uses up the limits of the others. */
  ip: string;
}

/** Sends a request and returns how many levels its answer has. */
export type Send = (path: string, init?: RequestInit) => Promise<number>;

export interface NestedStage {
  product: Product;
  store: OpenStore;
  makeCaller(permission: "owner" | "master"): Promise<Caller>;
  /** Sends as a caller of its own, and again as another one when that one was signed out or has used up a limit. */
  createSender(permission: "owner" | "master", toHeaders: (by: Caller) => Record<string, string>): Send;
  /** How often each status was answered. */
  answered: ReadonlyMap<number, number>;
  stop(): Promise<void>;
}

export async function startNestedStage(): Promise<NestedStage> {
  const product = await startOpenProduct({ TRUST_PROXY_HOPS: "1" });
  const store = await openProductStore(product);
  const setupCookie = await enterSetup(product);
  const answered = new Map<number, number>();
  let callers = 0;
  const makeCaller: NestedStage["makeCaller"] = async (permission) => {
    const state = { permission, isVerified: true, subscription: "active" } as const;
    const user = await store.transaction((inside) => makeTestUser(inside, state));
    const ip = `2001:db8:${(callers += 1).toString(16)}::1`;
    return { ...user, cookie: `session=${user.cookie}; ${setupCookie}`, ip };
  };
  return {
    product,
    store,
    makeCaller,
    answered,
    createSender(permission, toHeaders) {
      let caller: Promise<Caller> | null = null;
      return async (path, init = {}) => {
        for (let isLastTry = false; ; isLastTry = true) {
          const by = (caller ??= makeCaller(permission));
          const headers = { ...toHeaders(await by), ...(init.headers as Record<string, string>) };
          const { status, levels, isSignedOut } = await send(product, path, { ...init, headers });
          answered.set(status, (answered.get(status) ?? 0) + 1);
          if (isLastTry || !(isSignedOut || status === 429)) return levels;
          if (caller === by) caller = null;
        }
      };
    },
    async stop() {
      await store.close();
      await product.stop();
    },
  };
}

/** As the link of setup does. Returns the cookie. */
async function enterSetup({ url }: Product): Promise<string> {
  const entered = await fetch(`${url}/setup?token=${encodeURIComponent(SETUP_TOKEN)}`, {
    redirect: "manual",
  });
  return entered.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

type SentInit = Omit<RequestInit, "headers"> & { headers: Record<string, string> };

async function send(product: Product, path: string, init: SentInit) {
  const startedAt = performance.now();
  const headers = { ...UNCOMPRESSED, Origin: product.url, ...init.headers };
  const response = await fetch(product.url + path, { redirect: "manual", ...init, headers });
  const body = await response.text();
  const isSoon = performance.now() - startedAt < ANSWER_WITHIN_MS;
  const { status } = response;
  expect({ path: path.slice(0, 60), isSoon, status, isFailure: status >= 500 }).toMatchObject({
    isSoon: true,
    isFailure: false,
  });
  // A page redirects a visitor, and a call answers 401.
  const isSignedOut = status === 401 || /"redirect","\/signin["?]/.test(body);
  return { status, levels: measureAnswer(response.headers, body), isSignedOut };
}

/** Sends all at once, and returns the levels of the deepest answer. */
export async function findDeepest(levels: Iterable<Promise<number>>): Promise<number> {
  return Math.max(0, ...(await Promise.all(levels)));
}

/** The query string, or the body of a form: with brackets as they are, which take a third of what they take encoded. */
export function toFormBody(fields: Record<string, unknown>): string {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((each) => `${name}=${toFormValue(each)}`),
  );
  return pairs.join("&");
}

export function toFormValue(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value ?? "");
  return encodeURIComponent(text).replaceAll("%5B", "[").replaceAll("%5D", "]");
}

export const fillAll = (names: readonly string[], value: unknown): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, value]));
