/** Texts that the list of accounts and the page of an account share. */
import type { TFunction } from "i18next";
import type { Texts } from "~/domain/message-keys";
import { formatGroupedNumber } from "~/domain/numbers";
import type { Tone } from "../kit/badge";

/** The label and the tone of a status; null before the first plan. */
export function toStatusBadge(
  status: string | null,
  t: TFunction<"master">,
): { label: string; tone: Tone } | null {
  if (status === null) return null;
  const label = t(`accounts.state.${status as keyof Texts["master"]["accounts"]["state"]}`);
  return { label, tone: status === "active" || status === "trialing" ? "good" : "bad" };
}

/** "1,204 / 10,000", or "1,204" without a limit. */
export function formatCalls(
  { calls, call_limit: limit }: { calls: number; call_limit: number | null },
  locale: string,
): string {
  const used = formatGroupedNumber(calls, locale);
  return limit === null ? used : `${used} / ${formatGroupedNumber(limit, locale)}`;
}
