/** A kind of fault: what it is called, which databases it concerns, and how it is made. */
import type { Allowance } from "./invariants/answers";
import type { Stage, Needs } from "./stage";
import type { Weights } from "./traffic/flows";

export const STORES = ["sqlite", "postgres", "mariadb"] as const;
export type StoreName = (typeof STORES)[number];
/** The databases that are servers of their own. */
export const SERVERS: readonly StoreName[] = ["postgres", "mariadb"];

export const GROUPS = [
  ...(["process", "database", "redis", "payments", "mail", "sign-in", "host", "upgrade"] as const),
] as const;
export type Group = (typeof GROUPS)[number];

export interface Kind {
  /** For `--only`, and the key of its results. */
  id: string;
  group: Group;
  /** In plain words. */
  name: string;
  stores: readonly StoreName[];
  way: UnderTraffic | ByTests | AsPlay | NotRun;
}

/** While clients use the product. */
export interface UnderTraffic {
  by: "traffic";
  /** What it needs beside the usual stage, which the kinds without needs share. */
  needs?: Needs;
  allows: Allowance;
  /** How long the fault lasts; by default FAULT_SECONDS. */
  seconds?: number;
  /** What the clients do; by default mostly writes. */
  weights?: Weights;
  /** Makes the fault. Returns what mends it. */
  harm(stage: Stage): Promise<() => Promise<void> | void>;
  /** Returns what is wrong after it, beside the invariants. */
  check?(stage: Stage): Promise<string[]>;
}

/** A test file of `npm test` that makes this fault, which runs once for all databases. */
export interface ByTests {
  by: "tests";
  project: "unit" | "stores" | "http";
  file: string;
  /** Which of its tests, as a regular expression; all by default. */
  titles?: string;
  /** For more of it than `npm test` makes. */
  environment?: Record<string, string>;
}

/** Without clients. Returns what is wrong. */
export interface AsPlay {
  by: "play";
  play(store: StoreName, seed: number): Promise<Played>;
}

export interface Played {
  violations: string[];
  /** How many times the fault was made; 1 by default. */
  runs?: number;
  slowestRecoveryMs?: number;
}

interface NotRun {
  by: "nothing";
  reason: string;
}
