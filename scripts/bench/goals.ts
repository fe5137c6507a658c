/** G1 to G11: the measured values against the goals. A floor must be kept; an aim is the target. */
import { calculatePaintSpread } from "./pages";
import { getQueriesMax, QUERIES_MAX } from "./queries";
import type { Results } from "./results";
import { calculateSpread } from "./statistics";
import { LISTED } from "./urls";

export interface Goal {
  id: string;
  what: string;
  /** Whether a higher value is better ("at least") or a lower one ("at most"). */
  bound: "at least" | "at most";
  floor: number;
  aim: number;
  /** Null when it could not be measured. */
  of(results: Results): number | null;
  /** How far the run's own values lie from the measured one; 0 for what is counted. */
  spread?(results: Results): number;
}

export type Mark = "aim" | "floor" | "missed" | "not measured";

export const GOALS: readonly Goal[] = [
  {
    id: "G1",
    what: "sign-in page: requests/s, to bare Remix's",
    bound: "at least",
    floor: 0.45,
    aim: 0.65,
    ...compare("Groundwork, sign-in page"),
  },
  {
    id: "G2",
    what: "dashboard: requests/s, to bare Remix's",
    bound: "at least",
    floor: 0.19,
    aim: 0.3,
    ...compare("Groundwork, dashboard"),
  },
  ...Object.keys(LISTED).map((path): Goal => ({
    id: "G2",
    what: `${path} with ten rows: requests/s, to bare Remix's dashboard`,
    bound: "at least",
    floor: 0.19,
    aim: 0.3,
    ...compare(`Groundwork, ${path}`),
  })),
  {
    id: "G2",
    what: "/account/billing: requests/s, to bare Remix's dashboard",
    bound: "at least",
    floor: 0.22,
    aim: 0.35,
    ...compare("Groundwork, /account/billing"),
  },
  {
    id: "G2",
    what: "dashboard's data: requests/s, to bare Remix's",
    bound: "at least",
    floor: 0.25,
    aim: 0.45,
    ...compare("Groundwork, dashboard's data"),
  },
  {
    id: "G3",
    what: "GET /api/auth, bearer: requests/s, to bare Remix's resource route",
    bound: "at least",
    floor: 0.45,
    aim: 0.6,
    ...compare("Groundwork, GET /api/auth, bearer"),
  },
  {
    id: "G4",
    what: "start to first 200, to bare Remix",
    bound: "at most",
    floor: 1.9,
    aim: 1.5,
    of: ({ startUp }) => startUp.productMs / startUp.remixMs,
    spread: ({ startUp }) => startUp.spread,
  },
  {
    id: "G5",
    what: "memory under load, to bare Remix",
    bound: "at most",
    floor: 1.5,
    aim: 1.2,
    of: ({ memory }) => memory.ratio,
    spread: ({ memory }) => memory.spread,
  },
  {
    id: "G6",
    what: "sign-in page: script, kB gzip",
    bound: "at most",
    floor: 120,
    aim: 110,
    of: (results) => toKilobytes(findPage(results, "/signin")?.scriptBytes),
  },
  {
    id: "G6",
    what: "sign-in page: requests",
    bound: "at most",
    floor: 14,
    aim: 10,
    of: (results) => findPage(results, "/signin")?.requests ?? null,
  },
  {
    id: "G7",
    what: "dashboard with its chart: script, kB gzip",
    bound: "at most",
    floor: 290,
    aim: 230,
    of: (results) => {
      const dashboard = findPage(results, "/dashboard");
      // Without its chart, the dashboard's script size says nothing.
      return dashboard?.hasChart ? toKilobytes(dashboard.scriptBytes + dashboard.chartBytes) : null;
    },
  },
  {
    id: "G7",
    what: "other pages that load chart code before their chart is used",
    bound: "at most",
    floor: 0,
    aim: 0,
    of: ({ pages }) =>
      pages?.product.filter(({ path, loadsChart }) => path !== "/dashboard" && loadsChart).length ?? null,
  },
  {
    id: "G7",
    what: "dashboard: TBT under the throttle, ms",
    bound: "at most",
    floor: 100,
    aim: 60,
    of: ({ pages }) => pages?.productDashboard.tbtMs ?? null,
    spread: ({ pages }) => calculateSpread(pages?.productDashboard.loads.map(({ tbtMs }) => tbtMs) ?? [0]),
  },
  {
    id: "G8",
    what: "sign-in page: LCP under the throttle, to bare Remix's",
    bound: "at most",
    floor: 2,
    aim: 1.5,
    of: ({ pages }) => pages && pages.productSignIn.lcpMs / pages.remixSignInTimes.lcpMs,
    spread: ({ pages }) => (pages ? calculatePaintSpread(pages) : 0),
  },
  {
    id: "G8",
    what: "sign-in page: TBT under the throttle, ms",
    bound: "at most",
    floor: 200,
    aim: 60,
    of: ({ pages }) => pages?.productSignIn.tbtMs ?? null,
    spread: ({ pages }) => calculateSpread(pages?.productSignIn.loads.map(({ tbtMs }) => tbtMs) ?? [0]),
  },
  {
    id: "G9",
    what: "p99 of GET /api/auth beside 4 sign-ins, to without",
    bound: "at most",
    floor: 3,
    aim: 2,
    of: ({ underSignIns: { loaded, quiet } }) => loaded.p99Ms / quiet.p99Ms,
  },
  {
    id: "G10",
    what: "look-ups and pages with many users, to few (the worst)",
    bound: "at most",
    floor: 1.5,
    aim: 1.2,
    of: ({ growth }) => Math.max(...growth.map(({ fewMs, manyMs }) => manyMs / fewMs)),
  },
  {
    id: "G11",
    what: "queries of a page (the most, but for those whose number is stated)",
    bound: "at most",
    floor: QUERIES_MAX.page,
    aim: 2,
    of: (results) => getMostQueries(results, { isCall: false }),
  },
  {
    id: "G11",
    what: "queries of a call (the most, but for those whose number is stated)",
    bound: "at most",
    floor: QUERIES_MAX.call,
    aim: 1,
    of: (results) => getMostQueries(results, { isCall: true }),
  },
];

/** A value is judged as it is printed: with two decimals. */
export function roundToPrinted(value: number): number {
  return Math.round(value * 100) / 100;
}

/** In a quick run a value may miss its floor by a tenth. */
const QUICK_TOLERANCE = 0.9;

/** Whether the value misses the floor by more than the run's own spread. What was not measured misses nothing. */
export function isBroken(goal: Goal, results: Results, { isQuick }: { isQuick: boolean }): boolean {
  const measured = goal.of(results);
  if (measured === null || Number.isNaN(measured)) return false;
  const spread = goal.spread?.(results) ?? 0;
  const tolerance = isQuick ? QUICK_TOLERANCE : 1;
  const [least, most] = [goal.floor * tolerance - spread, goal.floor / tolerance + spread];
  const value = roundToPrinted(measured);
  return goal.bound === "at least" ? value < least : value > most;
}

/** How far a goal is reached. */
export function rateGoal({ bound, floor, aim }: Goal, measured: number | null): Mark {
  if (measured === null || Number.isNaN(measured)) return "not measured";
  const value = roundToPrinted(measured);
  const isReached = (limit: number) => (bound === "at least" ? value >= limit : value <= limit);
  if (isReached(aim)) return "aim";
  return isReached(floor) ? "floor" : "missed";
}

/** The ratio of requests per second of the target called `name`. */
function compare(name: string): Pick<Goal, "of" | "spread"> {
  const find = ({ throughput }: Results) =>
    throughput.find(({ target }) => target.name === name)?.ratio ?? null;
  return {
    of: (results) => find(results)?.perSecond ?? null,
    spread: (results) => find(results)?.spread ?? 0,
  };
}

function findPage({ pages }: Results, path: string) {
  return pages?.product.find((figures) => figures.path === path);
}

function toKilobytes(bytes: number | undefined): number | null {
  return bytes === undefined ? null : bytes / 1000;
}

/** Where a path's own number is stated, what it needs beyond that counts. */
function getMostQueries({ queries }: Results, { isCall }: { isCall: boolean }): number {
  const usual = QUERIES_MAX[isCall ? "call" : "page"];
  const numbers = queries
    .filter((counted) => counted.isCall === isCall)
    .map(({ path, statements }) => statements - getQueriesMax(path) + usual);
  return Math.max(...numbers);
}
