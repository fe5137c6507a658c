/** The sample data of the dashboard: statistics, a year's revenue, some users. */
import { days, hours } from "./limits";
import type { Role } from "./roles";

export const DEMO_STATS = ["revenue", "active_users", "churn", "api_calls"] as const;
export type DemoStatName = (typeof DEMO_STATS)[number];

export const DEMO_STATUSES = ["verified", "registered", "invited"] as const;
export type DemoStatus = (typeof DEMO_STATUSES)[number];

export const DEMO_UNITS = ["usd", "count", "percent"] as const;
type DemoUnit = (typeof DEMO_UNITS)[number];

export interface DemoStat {
  name: DemoStatName;
  /** Major units (dollars) for usd, a percentage for percent. */
  value: number;
  unit: DemoUnit;
  /** The change from the month before. It begins with a minus sign when it is negative. */
  change: string;
  /** The last twelve months, oldest first. The last one is the value. */
  trend: number[];
}

interface DemoMonth {
  /** "2026-11" */
  month: string;
  /** Major units: dollars. */
  revenue: number;
}

export interface DemoUser {
  id: string;
  name: string;
  email: string;
  permission: Role;
  status: DemoStatus;
  /** ISO 8601; null for a user who has not joined yet. */
  last_login: string | null;
}

export interface DemoData {
  stats: DemoStat[];
  revenue: DemoMonth[];
  users: DemoUser[];
}

/** How many months the revenue can be shown for. */
export const DEMO_RANGES = [3, 6, 12] as const;
export type DemoRange = (typeof DEMO_RANGES)[number];
export const LONGEST_RANGE = 12;

/** Reads the range from the query string; what it does not know is the longest one. */
export function parseDemoRange(query: URLSearchParams): DemoRange {
  return DEMO_RANGES.find((months) => String(months) === query.get("months")) ?? LONGEST_RANGE;
}

/** Returns the same data for the same `now`: twelve months that end with the current one, and sign-ins before it. */
export function createDemoData(now: Date): DemoData {
  return {
    stats: STATS,
    revenue: REVENUE.map((revenue, index) => ({
      month: getMonthBefore(now, REVENUE.length - 1 - index),
      revenue,
    })),
    users: PEOPLE.map((person, index) => toUser(person, { index, now })),
  };
}

/** Each list is a year, month by month. */
const REVENUE = [
  12_000, 18_000, 16_000, 24_000, 22_000, 31_000, 29_000, 38_000, 41_000, 39_000, 48_000, 56_200,
];
const ACTIVE_USERS = [5120, 5480, 5610, 6020, 6350, 6410, 6890, 7130, 7390, 7720, 7957, 8204];
const CHURN = [3.4, 3.2, 3.3, 2.9, 2.8, 2.9, 2.6, 2.5, 2.4, 2.4, 2.3, 1.9];
const API_CALLS = [
  310_000, 342_000, 390_000, 428_000, 465_000, 530_000, 602_000, 688_000, 770_000, 861_000, 984_000,
  1_200_000,
];

const STATS: DemoStat[] = [
  { name: "revenue", value: 56_200, unit: "usd", change: "17.1%", trend: REVENUE },
  { name: "active_users", value: 8204, unit: "count", change: "3.1%", trend: ACTIVE_USERS },
  { name: "churn", value: 1.9, unit: "percent", change: "-0.4%", trend: CHURN },
  { name: "api_calls", value: 1_200_000, unit: "count", change: "22%", trend: API_CALLS },
];

type Person = [name: string, mailbox: string, permission: Role, status: DemoStatus];

const PEOPLE: Person[] = [
  ["Grace Hopper", "grace", "owner", "verified"],
  ["Ada Lovelace", "ada", "admin", "verified"],
  ["Alan Turing", "alan", "developer", "registered"],
  ["Katherine Johnson", "kj", "user", "invited"],
  ["Barbara Liskov", "barbara", "developer", "verified"],
  ["Donald Knuth", "don", "user", "verified"],
  ["Margaret Hamilton", "margaret", "admin", "verified"],
  ["Edsger Dijkstra", "edsger", "user", "registered"],
  ["Radia Perlman", "radia", "developer", "verified"],
  ["Tony Hoare", "tony", "user", "verified"],
  ["Hedy Lamarr", "hedy", "user", "invited"],
  ["Claude Shannon", "claude", "user", "verified"],
  ["Frances Allen", "fran", "developer", "verified"],
  ["Dennis Ritchie", "dennis", "developer", "verified"],
  ["Karen Spärck Jones", "karen", "user", "registered"],
  ["Ken Thompson", "ken", "developer", "verified"],
  ["Adele Goldberg", "adele", "user", "verified"],
  ["John Backus", "john", "user", "registered"],
  ["Shafi Goldwasser", "shafi", "admin", "verified"],
  ["Niklaus Wirth", "niklaus", "user", "verified"],
  ["Lynn Conway", "lynn", "developer", "verified"],
  ["Ángela Ruiz Robles", "angela", "user", "invited"],
  ["Leslie Lamport", "leslie", "user", "verified"],
  ["Mary Kenneth Keller", "mary", "user", "verified"],
  ["Tim Berners-Lee", "tim", "user", "verified"],
];

function getMonthBefore(now: Date, months: number): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months)).toISOString().slice(0, 7);
}

function toUser(person: Person, { index, now }: { index: number; now: Date }): DemoUser {
  const [name, mailbox, permission, status] = person;
  const lastLogin = new Date(now.getTime() - days(index) - hours((index * 7) % 24));
  return {
    id: `demo-${index + 1}`,
    name,
    email: `${mailbox}@acme.test`,
    permission,
    status,
    last_login: status === "invited" ? null : lastLogin.toISOString(),
  };
}
