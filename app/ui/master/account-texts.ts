/** Texts that the list of accounts and the page of an account share. */
import type { TranslateFile } from "~/domain/message-keys";
import type { Texts } from "~/domain/message-keys";
import { formatGroupedNumber } from "~/domain/numbers";
import type { Interval } from "~/domain/plans";
import type { Tone } from "../kit/badge";

/** The label and the tone of a status; null before the first plan. */
export function toStatusBadge(
  status: string | null,
  t: TranslateFile<"master">,
): { label: string; tone: Tone } | null {
  if (status === null) return null;
  const label = t(`accounts.state.${status as keyof Texts["master"]["accounts"]["state"]}`);
  return { label, tone: status === "active" || status === "trialing" ? "good" : "bad" };
}

export interface PlanName {
  id: string;
  name: string;
  interval: Interval;
}

/** The options of a choice of plans: "Pro", and "Pro, yearly". */
export function toPlanOptions(plans: readonly PlanName[], t: TranslateFile<"master">) {
  return plans.map(({ id, name, interval }) => ({
    value: id,
    label: interval === "year" ? t("accounts.yearly", { name }) : name,
  }));
}

/** "1,204 / 10,000", or "1,204" without a limit. */
export function formatCalls(
  { calls, call_limit: limit }: { calls: number; call_limit: number | null },
  locale: string,
): string {
  const used = formatGroupedNumber(calls, locale);
  return limit === null ? used : `${used} / ${formatGroupedNumber(limit, locale)}`;
}
