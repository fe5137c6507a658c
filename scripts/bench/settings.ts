/** How long the benchmark measures what: enough for stable medians, or a quick look. */

export interface Settings {
  /** Interleaved rounds; what is reported is their median. */
  rounds: number;
  /** Seconds of load in each round, at 32 connections and at one. */
  busySeconds: number;
  singleSeconds: number;
  warmUpSeconds: number;
  starts: number;
  /** Cold loads of a page in a throttled browser. */
  pageLoads: number;
  users: { few: number; many: number };
  /** Known and unknown addresses that each question is asked about. */
  asked: number;
}

export const BUSY_CONNECTIONS = 32;
/** G9: sign-ins that are under way at any time. */
export const SIGN_INS_AT_ONCE = 4;

const FULL: Settings = {
  rounds: 3,
  busySeconds: 2.5,
  singleSeconds: 1.5,
  warmUpSeconds: 2,
  starts: 5,
  pageLoads: 5,
  users: { few: 1000, many: 100_000 },
  asked: 200,
};

const QUICK: Settings = {
  rounds: 1,
  busySeconds: 1.5,
  singleSeconds: 0.7,
  warmUpSeconds: 0.7,
  starts: 2,
  pageLoads: 1,
  users: { few: 1000, many: 100_000 },
  asked: 40,
};

export function settingsOf(parameters: readonly string[]): Settings {
  const unknown = parameters.find((parameter) => parameter !== "--quick");
  if (unknown) throw new Error(`npm run bench takes --quick, not ${unknown}`);
  return parameters.includes("--quick") ? QUICK : FULL;
}
