/** Where the results are kept: docs/faults.json, and the tables of docs/faults.md that are made from it. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runNode } from "../../scripts/lib/run.mjs";
import type { Classes } from "./invariants/answers";
import type { KillsResult } from "./kills";
import type { Kind, StoreName } from "./kind";

const JSON_FILE = "docs/faults.json";
const TABLE_FILE = "docs/faults.md";
const TABLE = /(<!-- npm run test:faults writes this -->\n)[^]*(<!-- until here -->)/;

/** What is kept of a run. Fields that it could not measure are missing. */
export interface Kept {
  date: string;
  commit: string;
  seed: number;
  /** How often the fault was made, or how many tests have made it. */
  runs: number;
  requests?: number;
  classes?: Classes;
  slowestMs?: number;
  recoveryMs?: number;
  moneyMs?: number;
  violations: string[];
}

export interface Results {
  /** By kind and database; a kind that tests make is under "tests". */
  kinds: Record<string, Partial<Record<StoreName | "tests", Kept>>>;
  kills: Partial<Record<StoreName, KillsResult & { date: string; commit: string; seed: number }>>;
}

export function readResults(root: string): Results {
  return JSON.parse(readFileSync(join(root, JSON_FILE), "utf8")) as Results;
}

/** Writes both files. Violations are cut to the first few. */
export async function writeResults(root: string, results: Results, kinds: readonly Kind[]): Promise<void> {
  writeFileSync(join(root, JSON_FILE), `${JSON.stringify(results, null, 2)}\n`);
  const file = join(root, TABLE_FILE);
  const text = [...listSummary(results, kinds), "", ...listKinds(results, kinds), "", ...listKills(results)];
  const written = readFileSync(file, "utf8").replace(
    TABLE,
    (_all, start: string, end: string) => `${start}\n${text.join("\n")}\n\n${end}`,
  );
  writeFileSync(file, written);
  // The tables as the formatter wants them.
  await runNode(join(root, "node_modules", "oxfmt", "bin", "oxfmt"), [JSON_FILE, TABLE_FILE], {
    show: false,
  });
}

const listKept = ({ kinds }: Results, { id }: Kind) => Object.values(kinds[id] ?? {});

function listSummary(results: Results, kinds: readonly Kind[]): string[] {
  const count = (isCounted: (kept: Kept[]) => boolean) =>
    kinds.filter((kind) => isCounted(listKept(results, kind))).length;
  const isBroken = (kept: Kept[]) => kept.some(({ violations }) => violations.length > 0);
  const commits = new Set(kinds.flatMap((kind) => listKept(results, kind)).map(({ commit }) => commit));
  const kills = Object.values(results.kills).reduce((sum, each) => sum + each.kills, 0);
  return [
    `${kinds.length} kinds: ${count((kept) => kept.length > 0 && !isBroken(kept))} hold, ${count(isBroken)} do not, ` +
      `${count((kept) => kept.length === 0)} were not run. ${kills} kills. Commits: ${[...commits].join(", ")}.`,
  ];
}

const COLUMNS = [
  ...["fault", "databases", "runs", "requests", "2xx / 4xx / 503 / broken / other"],
  ...["slowest answer", "served after", "money after", "result"],
];

function listKinds(results: Results, kinds: readonly Kind[]): string[] {
  const rows = kinds.map((kind) => toRow(kind, results.kinds[kind.id] ?? {}));
  return [toLine(COLUMNS), toLine(COLUMNS.map(() => "---")), ...rows.map(toLine)];
}

function toRow(kind: Kind, found: Results["kinds"][string]): string[] {
  const kept = Object.values(found);
  const name = `${kind.group}: ${kind.name}`;
  if (kept.length === 0) return [name, kind.stores.join(", "), "0", "", "", "", "", "", toReason(kind)];
  const stores = "tests" in found ? `tests, ${kind.stores.join(", ")}` : Object.keys(found).join(", ");
  const requests = kept.reduce((sum, { requests: count = 0 }) => sum + count, 0);
  return [
    name,
    stores,
    String(kept.reduce((sum, { runs }) => sum + runs, 0)),
    requests > 0 ? String(requests) : "",
    sumClasses(kept),
    ...(["slowestMs", "recoveryMs", "moneyMs"] as const).map((field) => formatMost(kept, field)),
    toVerdict(kind, found),
  ];
}

const toReason = ({ way }: Kind) => (way.by === "nothing" ? `not run: ${way.reason}` : "not run yet");

function toVerdict(kind: Kind, found: Results["kinds"][string]): string {
  const broken = Object.entries(found).filter(([, { violations }]) => violations.length > 0);
  const missing = "tests" in found ? [] : kind.stores.filter((store) => !(store in found));
  const left = missing.length > 0 ? `; not run: ${missing.join(", ")}` : "";
  if (broken.length === 0) return `holds${left}`;
  const first = broken.map(([store, { violations }]) => `${store}: ${violations[0] ?? ""}`);
  return `**does not hold**: ${first.join("; ").replaceAll("|", "/")}${left}`;
}

function formatMost(kept: readonly Kept[], field: "slowestMs" | "recoveryMs" | "moneyMs"): string {
  const values = kept.flatMap((each) => (each[field] === undefined ? [] : [each[field]]));
  return values.length > 0 ? `${Math.max(...values)} ms` : "";
}

function sumClasses(kept: readonly Kept[]): string {
  const all = kept.flatMap(({ classes }) => (classes ? [classes] : []));
  if (all.length === 0) return "";
  const sum = (name: keyof Classes) => all.reduce((total, each) => total + each[name], 0);
  return (["right", "refused", "unavailable", "broken", "wrong"] as const).map(sum).join(" / ");
}

function listKills({ kills }: Results): string[] {
  const head = [
    ...[
      "database",
      "kills",
      "requests",
      "2xx / 4xx / 503 / broken / other",
      "slowest start",
      "slowest answer",
    ],
    ...["money after", "complete checks", "result"],
  ];
  const rows = Object.entries(kills).map(([store, each]) => [
    ...[store, String(each.kills), String(each.requests), sumClasses([{ ...each, runs: 0 }])],
    ...[
      `${each.slowestStartMs} ms`,
      `${each.slowestAnswerMs} ms`,
      `${each.slowestMoneyMs} ms`,
      String(each.checks),
    ],
    each.violations.length === 0 ? "holds" : `**does not hold**: ${each.violations[0] ?? ""}`,
  ]);
  return [
    "### kill -9 at random times",
    "",
    toLine(head),
    toLine(head.map(() => "---")),
    ...rows.map(toLine),
  ];
}

const toLine = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
