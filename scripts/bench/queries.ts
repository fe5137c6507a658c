/** G11: how many statements a request sends to the database. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { resolveFromRoot } from "../lib/root.mjs";

export interface CountedRequest {
  path: string;
  isCall: boolean;
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
      // Counting takes no payments, so it needs no provider.
      STRIPE_SECRET_KEY: "sk_test_counting",
      STRIPE_PUBLISHABLE_KEY: "pk_test_counting",
      STRIPE_WEBHOOK_SECRET: "whsec_counting",
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
