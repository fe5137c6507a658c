/** Asks, where scripts run, before a change to a plan below the present one. */
import type { ReactNode } from "react";
import { listLosses } from "~/domain/plans";
import { Confirm } from "../kit/confirm";
import { useTexts } from "../use-texts";
import type { LossNoticeProps } from "./loss-notice";
import { formatLoss } from "./plan-text";

export interface DowngradeQuestionProps extends LossNoticeProps {
  /** Of the form that the change is made by. */
  formId: string;
  /** It submits the form without scripts, and opens the question with them. */
  button: ReactNode;
}

export function DowngradeQuestion({ formId, plan, present, button }: DowngradeQuestionProps) {
  const texts = useTexts("billing");
  const { t } = texts;
  const losses = listLosses(present, plan).map((loss) => formatLoss(loss, texts));
  const names = { plan: plan.name, present: present.name };
  return (
    <Confirm
      formId={formId}
      trigger={button}
      title={t("loss.question", names)}
      description={`${[t("loss.title", names), ...losses].join(". ")}.`}
      confirmLabel={t("checkout.change_to", names)}
      cancelLabel={t("loss.keep", names)}
    />
  );
}
