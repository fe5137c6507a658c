import { parseArgs } from "node:util";

/** How long the benchmark measures: enough for stable medians, or a quick look. */
export interface Settings {
  isQuick: boolean;
  /** Whether the run fails where a floor is missed. */
  isCheck: boolean;
  /** Interleaved rounds. The medians are reported. */
  rounds: number;
  /** Seconds of load in each round, with 32 connections and with one. */
  busySeconds: number;
  singleSeconds: number;
  /** Until the engine has compiled the code of a page. A larger program needs longer. */
  warmUpSeconds: number;
  starts: number;
  /** Loads of a page with an empty cache in a throttled browser. */
  pageLoads: number;
  users: { few: number; many: number };
  /** The number of known, and of unknown, emails for each request. */
  asked: number;
}

export const BUSY_CONNECTIONS = 32;
/** G9: concurrent sign-ins. */
export const SIGN_INS_AT_ONCE = 4;

type Lengths = Omit<Settings, "isQuick" | "isCheck">;

const FULL: Lengths = {
  rounds: 7,
  busySeconds: 2,
  singleSeconds: 1,
  warmUpSeconds: 4,
  starts: 5,
  pageLoads: 5,
  users: { few: 1000, many: 100_000 },
  asked: 200,
};

const QUICK: Lengths = {
  rounds: 3,
  busySeconds: 1,
  singleSeconds: 0.5,
  warmUpSeconds: 2,
  starts: 2,
  pageLoads: 1,
  users: { few: 1000, many: 100_000 },
  asked: 40,
};

/** Throws for any other parameter. */
export function parseSettings(parameters: readonly string[]): Settings {
  const { values } = parseArgs({
    args: [...parameters],
    options: { quick: { type: "boolean", default: false }, check: { type: "boolean", default: false } },
  });
  return { ...(values.quick ? QUICK : FULL), isQuick: values.quick, isCheck: values.check };
}
