/** Mixed load: clients that each take one flow after the other, and the record of every request. */
import { makeRandom } from "../support/random";
import { FLOWS, type FlowName } from "./flows";
import type { Population } from "./population";
import type { LoadStage } from "./stage";

/** One request, as its client saw it. Times are of Date.now(). */
export interface Exchange {
  flow: FlowName;
  startedAt: number;
  endedAt: number;
  /** Null when the connection broke or nothing came in time. */
  status: number | null;
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
  /** Invited emails whose link has not been followed yet. */
  invited: string[];
}

export interface Request {
  method: string;
  path: string;
  token?: string;
  cookie?: string;
  body?: unknown;
  /** The statuses that count as success; 200 by default. */
  expected?: readonly number[];
}

export interface Answer {
  status: number;
  data: Record<string, unknown>;
}

/** The parts that a flow works with. */
export interface Client {
  stage: LoadStage;
  people: Population;
  facts: Facts;
  random(): number;
  pick<T>(list: readonly T[]): T;
  /** Null when the answer is not a success. */
  send(request: Request): Promise<Answer | null>;
}

interface Traffic {
  exchanges: Exchange[];
  facts: Facts;
  /** Lets every client finish its flow. */
  stop(): Promise<void>;
}

interface TrafficOptions {
  people: Population;
  clients: number;
  seed: number;
}

const ANSWER_WITHIN_MS = 15_000;

export function startTraffic(stage: LoadStage, { people, clients, seed }: TrafficOptions): Traffic {
  const exchanges: Exchange[] = [];
  const facts: Facts = { signedUp: [], joined: [], calls: [], subscribing: [], invited: [] };
  let isStopped = false;
  const run = async (number: number) => {
    const random = makeRandom(seed * 1000 + number);
    const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
    while (!isStopped) {
      const name = pick(TICKETS);
      const record = (exchange: Omit<Exchange, "flow">) => exchanges.push({ ...exchange, flow: name });
      const send = (request: Request) => sendRequest(stage.url, request, { random, record });
      await FLOWS[name].run({ stage, people, facts, random, pick, send });
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
const TICKETS = Object.entries(FLOWS).flatMap(([name, { weight }]) =>
  Array.from({ length: weight }, () => name as FlowName),
);

interface Recording {
  random(): number;
  record(exchange: Omit<Exchange, "flow">): void;
}

async function sendRequest(
  url: string,
  { method, path, token, cookie, body, expected = [200] }: Request,
  { random, record }: Recording,
): Promise<Answer | null> {
  const startedAt = Date.now();
  const end = (status: number | null, message: string) =>
    record({ startedAt, endedAt: Date.now(), status, message });
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
    if (!expected.includes(response.status)) return null;
    return { status: response.status, data: read.data ?? {} };
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    end(null, cause?.code ?? String(error));
    return null;
  }
}
