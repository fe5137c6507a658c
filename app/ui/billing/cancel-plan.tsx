/** Canceling a paid plan, which then runs until its period ends, and taking that back. */
import { useId } from "react";
import { formatDate } from "~/domain/dates";
import { hasRoom, type PlanView } from "~/domain/plans";
import { ActionForm, SubmitButton } from "../form/action-form";
import { Confirm } from "../kit/confirm";
import { Notice } from "../kit/notice";
import { Button } from "../kit/button";
import { useTexts, type ComponentTexts } from "../use-texts";
import { listPlanLimits } from "./plan-text";

interface CancelPlanProps {
  plan: PlanView;
  /** The free plan, which follows. */
  next: PlanView;
  /** ISO 8601. */
  endsAt: string | null;
  account: string;
  members: number;
  /** An invoice is open, which canceling does not pay. */
  isOverdue: boolean;
}

/**
 * The button that cancels. Asks first, where scripts run: until when everything stays, and what follows. Without scripts the text
 * is next to it.
 */
export function CancelPlan({ plan, next, endsAt, account, members, isOverdue }: CancelPlanProps) {
  const texts = useTexts("billing");
  const { t } = texts;
  const id = useId();
  const warning = t(isOverdue ? "cancel.warning_overdue" : "cancel.warning", {
    date: endsAt === null ? "" : formatDate(endsAt, texts.locale),
    account,
    plan: next.name,
    limits: listPlanLimits(next, texts).join(t("cancel.and")),
  });
  const description = [warning, describeOverLimit(texts, { next, account, members })].join(" ").trim();
  return (
    <ActionForm id={id} intent="cancel" fields={{ plan: next.id }} className="!gap-2">
      <Confirm
        formId={id}
        trigger={
          <Button type="submit" size="sm" variant="quiet" className="-ml-2.5 justify-self-start !text-bad">
            {t("cancel.open")}
          </Button>
        }
        title={t("cancel.title", { plan: plan.name })}
        description={description}
        confirmLabel={t("cancel.open")}
        cancelLabel={t("cancel.keep", { plan: plan.name })}
      />
      <p className="hidden text-sm text-muted noscript:block">{description}</p>
    </ActionForm>
  );
}

/** Says what follows when the next plan is for fewer members; "" otherwise. */
function describeOverLimit(
  { t }: ComponentTexts<"billing">,
  { next, account, members }: { next: PlanView; account: string; members: number },
): string {
  if (next.seat_limit === null || hasRoom(next, members)) return "";
  const { name: plan, seat_limit: limit } = next;
  return t("cancel.over_limit", { plan, limit, account, members, count: members - limit });
}

/** While a canceled plan still runs: until when, and the button that keeps it. */
export function ResumeNotice({
  plan,
  endsAt,
  isOverdue,
}: Pick<CancelPlanProps, "endsAt" | "isOverdue" | "plan">) {
  const { t, locale } = useTexts("billing");
  return (
    <Notice
      tone="warn"
      title={t("cancel.ending", { plan: plan.name, date: endsAt === null ? "" : formatDate(endsAt, locale) })}
      action={
        <ActionForm intent="resume" fields={{ plan: plan.id }} className="!gap-2">
          <SubmitButton variant="secondary" size="sm">
            {t("cancel.resume")}
          </SubmitButton>
        </ActionForm>
      }
    >
      {t(isOverdue ? "cancel.ending_overdue" : "cancel.ending_what")}
    </Notice>
  );
}
