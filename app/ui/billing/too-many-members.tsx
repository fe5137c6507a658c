/** The notice in the place of a button that the account has too many members for. */
import { paths } from "~/domain/paths";
import type { PlanView } from "~/domain/plans";
import { ButtonLink } from "../kit/button";
import { Notice } from "../kit/notice";
import { useTexts } from "../use-texts";

interface TooManyMembersProps {
  /** The plan that the account cannot have yet. */
  plan: PlanView;
  members: number;
}

/** How many members have to be removed first, and the way there. */
export function TooManyMembers({ plan, members }: TooManyMembersProps) {
  const { t } = useTexts("billing");
  const limit = plan.seat_limit ?? members;
  return (
    <Notice
      tone="accent"
      action={
        <ButtonLink size="sm" to={paths.users}>
          {t("page.manage_members")}
        </ButtonLink>
      }
    >
      {t("form.too_many_members", { count: members - limit, plan: plan.name, limit })}
    </Notice>
  );
}
