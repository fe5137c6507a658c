/** The last comparisons with the payment provider: when each was, what differed, and what was done. */
import type { ComparisonView } from "~/domain/comparisons";
import { paths } from "~/domain/paths";
import { Badge } from "../kit/badge";
import { Card, CardHeader } from "../kit/card";
import { TextLink } from "../kit/text-link";
import { TimeInText } from "../kit/time";
import { useTexts } from "../use-texts";

/** A list and not a table: what differed is a sentence, and needs the whole width of a phone. */
export function Comparisons({ comparisons }: { comparisons: readonly ComparisonView[] }) {
  const { t } = useTexts("master");
  return (
    <Card>
      <CardHeader title={t("health.compared")} description={t("health.compared_hint")} />
      <ul className="grid divide-y divide-line border-t border-line">
        {comparisons.map((comparison) => (
          <ComparisonItem key={comparison.area} {...comparison} />
        ))}
      </ul>
    </Card>
  );
}

function ComparisonItem({ area, compared_at: at, accounts, differences, ...counts }: ComparisonView) {
  const { t } = useTexts("master");
  return (
    <li className="grid gap-2 px-5 py-3">
      <div className="grid gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,19rem)_minmax(0,1fr)_auto] sm:items-center">
        <span>{t(`health.area.${area}`)}</span>
        <span className="text-sm text-muted">
          {at === null ? (
            t("health.never_compared")
          ) : (
            <>
              <TimeInText iso={at}>{(time) => time}</TimeInText>
              {" · "}
              {t("health.compared_accounts", { count: accounts })}
            </>
          )}
        </span>
        {at === null ? null : <Counts {...counts} />}
      </div>
      {differences.length === 0 ? null : <Differences differences={differences} />}
    </li>
  );
}

type CountsProps = Pick<ComparisonView, "repaired" | "not_repaired">;

function Counts({ repaired, not_repaired: notRepaired }: CountsProps) {
  const { t } = useTexts("master");
  return (
    <span className="flex flex-wrap gap-2 sm:justify-self-end">
      {repaired + notRepaired === 0 ? <Badge tone="good">{t("health.all_agree")}</Badge> : null}
      {repaired === 0 ? null : <Badge tone="warn">{t("health.repaired", { count: repaired })}</Badge>}
      {notRepaired === 0 ? null : (
        <Badge tone="bad">{t("health.not_repaired", { count: notRepaired })}</Badge>
      )}
    </span>
  );
}

function Differences({ differences }: Pick<ComparisonView, "differences">) {
  const { t } = useTexts("master");
  return (
    <ul className="grid gap-1 text-sm [overflow-wrap:anywhere]">
      {differences.map(({ account, what, failure }) => (
        <li key={`${account.id} ${what}`}>
          <TextLink to={paths.masterAccountWith(account.id)}>{account.name}</TextLink>: {what}.{" "}
          {failure === null ? t("health.is_repaired") : t("health.is_not_repaired", { reason: failure })}
        </li>
      ))}
    </ul>
  );
}
