/** What was done, one sentence an entry: who, what, to whom, when and from where. */
import { useTranslation } from "react-i18next";
import type { AuditAction } from "~/domain/audit-actions";
import { formatDateTime } from "~/domain/locales";
import { Avatar } from "../kit/avatar";
import { Badge } from "../kit/badge";
import { isIsoTime } from "../table/table-data";

export interface ListedActivity {
  id: string;
  action: AuditAction;
  /** Who did it. */
  name: string;
  /** The name of the master who acted as them. */
  support: string | null;
  /** Whom or what it was done to. */
  target: string | null;
  address: string;
  /** ISO 8601. */
  date: string;
}

export function ActivityList({ entries }: { entries: readonly ListedActivity[] }) {
  const { t } = useTranslation("activity");
  return (
    <ol aria-label={t("list")} className="divide-y divide-line border-t border-line">
      {entries.map((entry) => (
        <Entry key={entry.id} {...entry} />
      ))}
    </ol>
  );
}

function Entry({ action, name, support, target, address, date }: ListedActivity) {
  const { t } = useTranslation("activity");
  return (
    <li className="flex items-start gap-3 px-5 py-3 max-sm:px-4">
      <Avatar name={name} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <b className="min-w-0 font-medium [overflow-wrap:anywhere]">{name}</b>
          {support ? <Badge tone="warn">{t("by_support", { name: support })}</Badge> : null}
        </p>
        <p className="[overflow-wrap:anywhere]">
          {t(`action.${action}`)}
          {target ? (
            <span className="text-muted">: {isIsoTime(target) ? formatDateTime(target) : target}</span>
          ) : null}
        </p>
        <p className="text-sm text-muted">
          <time dateTime={date} className="tabular-nums">
            {formatDateTime(date)}
          </time>{" "}
          {t("from", { address })}
        </p>
      </div>
    </li>
  );
}
