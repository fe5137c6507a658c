/** G11: how many statements a request sends to the database. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { resolveFromRoot } from "../lib/root.mjs";

/** The most that a request may send, including the look-up of its session. */
export const QUERIES_MAX = { page: 3, call: 2 };

/** The paths that need more, and how much. */
const MORE: Record<string, number> = {
  // Everything that is stored about the user, list by list, because each may be long.
  "/account/profile/export": 11,
  "/api/user/export": 11,
  // The chosen plan is read again with what its price depends on, and then the provider is asked.
  "/signup/plan": 4,
  "/account/upgrade": 4,
  // Whether the plan has room for a key, which depends on the keys in use and on the larger plans; and what credential it needs.
  "/account/apikeys/create": 6,
  // A page of a list, and then what belongs to its rows.
  "/api/account/users": 3,
  // A page of a list, what belongs to its rows, and the entry of the audit log.
  "/account/users/export": 4,
  "/api/account/users/export": 4,
  // The plans, the counts of each tile (two of one are faster than one with a condition), and what waits to be reported; the
  // page also differences of API calls.
  "/master": 15,
  "/api/master/overview": 14,
  // The data that belongs to the rows of a page, and for each account when it was last used.
  "/api/master/users": 3,
  "/master/accounts": 20,
  "/api/master/accounts": 19,
  "/master/accounts/details": 15,
  "/master/accounts/acts": 5,
  // With the account's disputes.
  "/master/accounts/billing": 6,
  "/master/people/details": 7,
  "/api/master/audit": 3,
  "/api/master/feedback": 3,
  "/api/master/events": 3,
  // The same, and the counts of the chart.
  "/master/feedback": 4,
  // The counts of the days that have ended, and of the day before while they have not been stored.
  "/master/events": 7,
  "/master/impersonate": 5,
  // The last comparisons with the payment provider, what they found, and the names of those accounts.
  "/master/health": 4,
  "/api/master/health": 4,
};

/** The most that this path may send. */
export function getQueriesMax(path: string): number {
  return MORE[path.replace(/\?.*/, "")] ?? QUERIES_MAX[path.startsWith("/api/") ? "call" : "page"];
}

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
