/** G11: how many statements a request sends to the database. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { resolveFromRoot } from "../lib/root.mjs";

/** The most that a request may send, including the look-up of its session. */
export const QUERIES_MAX = { page: 3, call: 2 };

export interface CountedRequest {
  path: string;
  isCall: boolean;
  /** The user with the most. */
  by: string;
  status: number;
  statements: number;
}

/** Counts in a separate process, which runs the built product without a server. */
export async function countQueries(dataDir: string): Promise<CountedRequest[]> {
  const child = fork(resolveFromRoot("scripts", "bench", "count-queries.ts"), [], {
    execArgv: ["--import", "tsx"],
    cwd: resolveFromRoot(),
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      DATA_DIR: dataDir,
      LOG_LEVEL: "silent",
    },
  });
  const counted = once(child, "message").then(([message]) => message as CountedRequest[]);
  const ended = once(child, "exit").then(([code]): never => {
    throw new Error(`counting the queries ended with ${String(code)}`);
  });
  // Once there is a result, the process's end does not matter.
  ended.catch(() => undefined);
  return Promise.race([counted, ended]);
}
