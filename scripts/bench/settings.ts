/** How long the benchmark measures what: enough for stable medians, or a quick look. */
export interface Settings {
  /** Interleaved rounds; what is reported is their median. */
  rounds: number;
  /** Seconds of load in each round, at 32 connections and at one. */
  busySeconds: number;
  singleSeconds: number;
  /** Until the engine has compiled what a page takes: the larger the program, the longer. */
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
  rounds: 7,
  busySeconds: 2,
  singleSeconds: 1,
  warmUpSeconds: 4,
  starts: 5,
  pageLoads: 5,
  users: { few: 1000, many: 100_000 },
  asked: 200,
};

const QUICK: Settings = {
  rounds: 3,
  busySeconds: 1,
  singleSeconds: 0.5,
  warmUpSeconds: 2,
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
