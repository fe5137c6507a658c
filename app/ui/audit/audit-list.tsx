/** A list of audit entries: each says who did what to whom, when, and from which IP. */
import type { AuditAction } from "~/domain/audit-actions";
import { isIsoTime } from "~/domain/dates";
import { Avatar } from "../kit/avatar";
import { Badge } from "../kit/badge";
import { Time } from "../kit/time";
import { useTexts } from "../use-texts";
import { toSupportActText } from "./support-act";

export interface ListedAudit {
  id: string;
  action: AuditAction;
  /** The name of the user who did it. */
  name: string;
  /** The name of the master who impersonated the user; null when no one did. */
  support: string | null;
  /** The object of the action. */
  target: string | null;
  /** The IP. */
  address: string;
  /** ISO 8601. */
  date: string;
}

export function AuditList({ entries }: { entries: readonly ListedAudit[] }) {
  const { t } = useTexts("activity");
  return (
    <ol aria-label={t("list")} className="divide-y divide-line border-t border-line">
      {entries.map((entry) => (
        <Entry key={entry.id} {...entry} />
      ))}
    </ol>
  );
}

function Entry({ action, name, support, target, address, date }: ListedAudit) {
  const { t } = useTexts("activity");
  return (
    <li className="flex items-start gap-3 px-5 py-3 max-sm:px-4">
      <Avatar name={name} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <b dir="auto" className="min-w-0 font-medium [overflow-wrap:anywhere]">
            {name}
          </b>
          {support ? <Badge tone="warn">{t("by_support", { name: support })}</Badge> : null}
        </p>
        <p className="[overflow-wrap:anywhere]">
          <Sentence action={action} target={target} />
        </p>
        <p className="text-sm text-muted">
          <Time iso={date} /> {address === "" ? null : t("from", { address })}
        </p>
      </div>
    </li>
  );
}

/** The target of `support_acted` names an operation, which has its own sentence, and fields. */
function Sentence({ action, target }: Pick<ListedAudit, "action" | "target">) {
  const { t } = useTexts("activity");
  const supportAct = toSupportActText(t, { action, target });
  if (supportAct !== null) return supportAct;
  if (!target) return t(`action.${action}`);
  return (
    <>
      {t(`action.${action}`)}
      <span className="text-muted">: {isIsoTime(target) ? <Time iso={target} /> : <bdi>{target}</bdi>}</span>
    </>
  );
}
