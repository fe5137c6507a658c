/** Says that the account has more members than its plan allows, and the two ways on. */
import type { OverLimitView } from "~/domain/billing";
import { paths } from "~/domain/paths";
import { ButtonLink } from "../kit/button";
import { Notice } from "../kit/notice";
import { useTexts } from "../use-texts";

interface OverLimitNoticeProps {
  /** Null renders nothing. */
  overLimit: OverLimitView | null;
  /** Where members are removed; null on that page. */
  removeAt: string | null;
  /** Whether the reader may choose another plan. */
  canChoosePlan: boolean;
}

export function OverLimitNotice({ overLimit, removeAt, canChoosePlan }: OverLimitNoticeProps) {
  const { t } = useTexts("data");
  if (!overLimit) return null;
  const { plan, limit, members } = overLimit;
  return (
    <Notice
      tone="bad"
      title={t("over_limit.title")}
      action={
        <span className="flex flex-wrap gap-2">
          {removeAt === null ? null : (
            <ButtonLink to={removeAt} size="sm">
              {t("over_limit.remove")}
            </ButtonLink>
          )}
          {canChoosePlan ? (
            <ButtonLink to={paths.upgrade} size="sm" variant={removeAt === null ? "secondary" : "quiet"}>
              {t("over_limit.choose")}
            </ButtonLink>
          ) : null}
        </span>
      }
    >
      {t("over_limit.what", { plan, count: limit, members, beyond: members - limit })}
    </Notice>
  );
}
