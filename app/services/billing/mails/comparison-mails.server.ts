/**
 * Keeps the last comparison of each area, and tells the operators what could not be repaired: in the transaction that stores
 * it, and at most once a day for the same difference, however often the comparison runs.
 */
import { COMPARED_AREAS, type ComparedArea, type Drift } from "~/domain/comparisons";
import { toIsoDay } from "~/domain/dates";
import { paths } from "~/domain/paths";
import { toDisplayText } from "~/domain/text";
import { DIFFERENCE_MAX_LENGTH, DIFFERENCES_MAILED } from "~/gateways/mail/billing-mail-values";
import { saveComparison } from "~/models/comparison.server";
import { listFindings, saveFindings } from "~/models/comparison-finding.server";
import { DuplicateError, type Store } from "~/models/store/store";
import { listMasters } from "~/models/user.server";
import type { App } from "~/services/platform/app.server";
import { queueMail } from "~/services/platform/mail/outbox.server";

/** The most differences of an area that are kept. More than these have one cause, which the first ones show. */
export const FINDINGS_KEPT = 100;

export type RecordParts = Pick<App, "store" | "secrets"> & { config: Pick<App["config"], "appUrl"> };

export interface Comparison {
  areas: readonly ComparedArea[];
  /** How many accounts were compared. */
  accounts: number;
  drifts: readonly Drift[];
  at: Date;
}

export async function recordComparison(parts: RecordParts, comparison: Comparison): Promise<void> {
  const record = () => parts.store.transaction((store) => recordIn(store, parts, comparison));
  // Another process has stored the first comparison at the same time.
  await record().catch((error: unknown) => {
    if (!(error instanceof DuplicateError)) throw error;
    return record();
  });
}

async function recordIn(store: Store, parts: RecordParts, comparison: Comparison): Promise<void> {
  const { areas, accounts, drifts, at } = comparison;
  const found = areas.map((area) => ({ area, drifts: drifts.filter((drift) => concerns(drift, area)) }));
  // First, so that of two comparisons of an area one waits for the other, and reads what that has mailed.
  for (const { area, drifts: all } of found) {
    const unrepaired = all.filter(isUnrepaired).length;
    const repaired = all.length - unrepaired;
    await saveComparison(store, { id: area, comparedAt: at, accounts, repaired, unrepaired });
  }
  const today = toIsoDay(at);
  const mailedDays = await readMailedDays(store);
  const kept = found.map(({ area, drifts: all }) => ({ area, drifts: pickKept(all) }));
  const open = kept.flatMap(({ drifts: some }) => some.filter(isUnrepaired));
  const due = open.filter((drift) => mailedDays.get(toKey(drift)) !== today);
  const count = drifts.filter(isUnrepaired).length;
  const isMailed = await mailOperators(store, parts, { due: [...new Set(due)], count, today });
  for (const { area, drifts: some } of kept) {
    const findings = some.map((drift) => {
      const mailedDay = isMailed && due.includes(drift) ? today : (mailedDays.get(toKey(drift)) ?? null);
      return { accountId: drift.accountId, what: drift.what, failure: drift.failure, mailedDay };
    });
    await saveFindings(store, area, findings);
  }
}

const isUnrepaired = ({ failure }: Drift) => failure !== null;

function pickKept(drifts: readonly Drift[]): Drift[] {
  const repaired = drifts.filter((drift) => !isUnrepaired(drift));
  return [...drifts.filter(isUnrepaired), ...repaired].slice(0, FINDINGS_KEPT);
}

const concerns = (drift: Drift, area: ComparedArea) => drift.area === null || drift.area === area;

/** The same difference, whatever kept it from being repaired this time. */
const toKey = ({ accountId, what }: Pick<Drift, "accountId" | "what">) => `${accountId} ${what}`;

async function readMailedDays(store: Store): Promise<ReadonlyMap<string, string | null>> {
  const stored = await listFindings(store, { limit: FINDINGS_KEPT * COMPARED_AREAS.length });
  return new Map(stored.map((finding) => [toKey(finding), finding.mailedDay]));
}

/** False when there is no one to write to, or nothing to write about. */
async function mailOperators(
  store: Store,
  { secrets, config }: RecordParts,
  { due, count, today }: { due: readonly Drift[]; count: number; today: string },
): Promise<boolean> {
  if (due.length === 0) return false;
  const differences = due.slice(0, DIFFERENCES_MAILED).map(toLine);
  const link = config.appUrl + paths.masterHealth;
  const operators = await listMasters(store);
  for (const { id, name, email, locale } of operators)
    await queueMail(store, secrets, {
      template: "billing_differs",
      to: email,
      locale,
      values: { name, count, differences, link },
      key: [today, id, ...due.map(toKey)].join(" "),
    });
  return operators.length > 0;
}

/** Errors of the provider may have several lines, and any length. */
function toLine({ accountId, what, failure }: Drift): string {
  return toDisplayText(`${accountId}: ${what}: ${failure ?? ""}`.replace(/\s+/g, " "), DIFFERENCE_MAX_LENGTH);
}
