/** Mixed traffic: clients that each take one flow after the other, and the record of every request. */
import { setTimeout as wait } from "node:timers/promises";
import type { Store } from "~/models/store/store";
import { makeRandom } from "../../support/random";
import { FLOWS, LOAD, type FlowName, type Weights } from "./flows";
import type { Population } from "./population";

/** What the traffic needs to know of the running product. */
export interface TrafficStage {
  url: string;
  /** Works with the database, past the product. */
  store: Store;
  mails: { findMailTo(email: string): string | undefined };
  /** Where webhooks of accounts are received; null without. */
  receiverUrl: string | null;
}

/** One request, as its client saw it. Times are of Date.now(). */
export interface Exchange {
  flow: FlowName;
  startedAt: number;
  endedAt: number;
  /** Null when the connection broke or nothing came in time. */
  status: number | null;
  /** Whether it was refused as it had to be. */
  isRefused: boolean;
  /** The answer's message, or the reason that there is none. */
  message: string;
}

/** The acts that the clients know they have done. An unanswered request may have been carried out or not. */
export interface Facts {
  signedUp: string[];
  joined: string[];
  calls: { accountId: string; at: number; isAnswered: boolean }[];
  /** The accounts that have tried to choose a plan, once each. */
  subscribing: string[];
  /** Those whose choice was answered, and that have not tried to change it. */
  subscribed: string[];
  /** Those that have tried to change their plan, once each. */
  changing: string[];
  /** The plan of the last answered choice, by account. */
  plans: Map<string, string>;
  /** Invited emails whose link has not been followed yet. */
  invited: string[];
  /** Every invited email. */
  invitations: string[];
  /** The ids in the metadata of stored events, and the names of made keys. */
  events: string[];
  keys: string[];
  /** The emails to which a link was asked for, and how often each token of a mail was accepted. */
  linked: Set<string>;
  tokens: Map<string, number>;
  /** The secrets that the clients have got. */
  secrets: Set<string>;
}

/** Nothing has been done yet. */
export function createFacts(): Facts {
  return {
    ...{ signedUp: [], joined: [], calls: [], subscribing: [], subscribed: [], changing: [] },
    ...{ plans: new Map(), invited: [], invitations: [], events: [], keys: [] },
    ...{ linked: new Set(), tokens: new Map(), secrets: new Set() },
  };
}

export interface Request {
  method: string;
  path: string;
  token?: string;
  cookie?: string;
  body?: unknown;
  /** The statuses that are right as well as 200, and no success. */
  refused?: readonly number[];
}

export interface Answer {
  status: number;
  data: Record<string, unknown>;
}

/** The parts that a flow works with. */
export interface Client {
  stage: TrafficStage;
  people: Population;
  facts: Facts;
  random(): number;
  pick<T>(list: readonly T[]): T;
  /** Null when the answer is not a success. */
  send(request: Request): Promise<Answer | null>;
  /** Records what is more than one request, by the status that it ends with. */
  time(work: () => Promise<number>): Promise<unknown>;
}

export interface Traffic {
  exchanges: Exchange[];
  facts: Facts;
  /** Lets every client finish its flow. */
  stop(): Promise<void>;
}

interface TrafficOptions {
  people: Population;
  clients: number;
  seed: number;
  /** How often each flow is chosen; by default as the load does. */
  weights?: Weights;
  /** How long a client waits after each flow; by default not at all. */
  pauseMs?: number;
  /** What earlier traffic has done. */
  facts?: Facts;
}

const ANSWER_WITHIN_MS = 15_000;

/** Lets the clients act until `stop`. */
export function startTraffic(
  stage: TrafficStage,
  { people, clients, seed, weights = LOAD, pauseMs = 0, facts = createFacts() }: TrafficOptions,
): Traffic {
  const exchanges: Exchange[] = [];
  const tickets = makeTickets(weights);
  let isStopped = false;
  const run = async (number: number) => {
    const random = makeRandom(seed * 1000 + number);
    const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
    while (!isStopped) {
      const name = pick(tickets);
      const record = (exchange: Omit<Exchange, "flow">) => exchanges.push({ ...exchange, flow: name });
      const send = (request: Request) => sendRequest(stage.url, request, { random, record });
      const time = (work: () => Promise<number>) => recordWork(work, record);
      await FLOWS[name]({ stage, people, facts, random, pick, send, time });
      if (pauseMs > 0) await wait(pauseMs * (0.5 + random()));
    }
  };
  const running = Array.from({ length: clients }, (_, number) => run(number));
  return {
    exchanges,
    facts,
    async stop() {
      isStopped = true;
      await Promise.all(running);
    },
  };
}

/** Each flow as often as its weight says. */
function makeTickets(weights: Weights): FlowName[] {
  return Object.entries(weights).flatMap(([name, weight]) =>
    Array.from({ length: weight }, () => name as FlowName),
  );
}

interface Recording {
  random(): number;
  record(exchange: Omit<Exchange, "flow">): void;
}

async function recordWork(work: () => Promise<number>, record: Recording["record"]): Promise<void> {
  const startedAt = Date.now();
  const [status, message] = await work().then(
    (answered) => [answered, ""] as const,
    (error: unknown) => [null, String(error)] as const,
  );
  record({ startedAt, endedAt: Date.now(), status, message, isRefused: false });
}

async function sendRequest(
  url: string,
  { method, path, token, cookie, body, refused = [] }: Request,
  { random, record }: Recording,
): Promise<Answer | null> {
  const startedAt = Date.now();
  const end = (status: number | null, message: string) =>
    record({ startedAt, endedAt: Date.now(), status, message, isRefused: refused.includes(status ?? 0) });
  try {
    const response = await fetch(url + path, {
      method,
      redirect: "manual",
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      headers: {
        "X-Forwarded-For": `10.${[1, 2, 3].map(() => Math.floor(random() * 256)).join(".")}`,
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(cookie && { Cookie: `session=${cookie}`, "Sec-Fetch-Site": "same-origin" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get("Content-Type")?.includes("json") ?? false;
    const read = (isJson ? JSON.parse(text) : {}) as { data?: Record<string, unknown>; message?: string };
    end(response.status, read.message ?? "");
    if (response.status !== 200) return null;
    return { status: response.status, data: read.data ?? {} };
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    end(null, cause?.code ?? String(error));
    return null;
  }
}
