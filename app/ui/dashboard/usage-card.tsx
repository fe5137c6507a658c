/** The usage card: how much of its plan the account uses, and when the plan renews. */
import type { UsageSummary } from "~/domain/billing";
import { formatDate } from "~/domain/dates";
import { formatGroupedNumber } from "~/domain/numbers";
import { paths } from "~/domain/paths";
import { Card, CardBody, CardHeader } from "../kit/card";
import { Progress, toProgress } from "../kit/progress";
import { TextLink } from "../kit/text-link";
import { useTexts } from "../use-texts";

export function UsageCard({ calls, seats, periodEnd, isEnding }: UsageSummary) {
  const { t, locale } = useTexts("dashboard");
  return (
    <Card>
      <CardHeader
        title={t("usage.title")}
        actions={
          <TextLink to={paths.billing} reloadDocument className="text-sm">
            {t("usage.details")}
          </TextLink>
        }
      />
      <CardBody>
        <dl className="grid gap-4">
          <Meter label={calls.label} used={calls.used} limit={calls.limit} isBad={!calls.isBilledBeyond} />
          <Meter label={t("usage.seats")} {...seats} />
          {periodEnd === null ? null : (
            <div className={LINE}>
              <dt className="text-muted">{isEnding ? t("usage.ends") : t("usage.renews")}</dt>
              <dd className="font-semibold tabular-nums">{formatDate(periodEnd, locale)}</dd>
            </div>
          )}
        </dl>
      </CardBody>
    </Card>
  );
}

interface MeterProps {
  label: string;
  used: number;
  /** Null: no limit. */
  limit: number | null;
  /** Whether reaching the limit is a problem. */
  isBad?: boolean;
}

function Meter({ label, used, limit, isBad = false }: MeterProps) {
  const { t, locale } = useTexts("dashboard");
  const count = formatGroupedNumber(used, locale);
  return (
    <div className={LINE}>
      <dt className="text-muted">{label}</dt>
      <dd className="font-semibold tabular-nums">
        {limit === null
          ? t("usage.unlimited", { used: count })
          : t("usage.of", { used: count, limit: formatGroupedNumber(limit, locale) })}
      </dd>
      {limit === null ? null : (
        <dd aria-hidden className="mt-1.5 w-full">
          <Progress value={toProgress(used, limit)} isBad={isBad && used >= limit} />
        </dd>
      )}
    </div>
  );
}

const LINE = "flex flex-wrap justify-between gap-x-3";
