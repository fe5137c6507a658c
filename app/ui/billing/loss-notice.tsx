/** What a change to a plan below the present one takes away, beside the order. */
import { LOSS_FIELD } from "~/domain/checkout";
import { listLosses, type PlanView } from "~/domain/plans";
import { Notice } from "../kit/notice";
import { useTexts } from "../use-texts";
import { formatLoss } from "./plan-text";

export interface LossNoticeProps {
  plan: PlanView;
  /** The plan that the account has. */
  present: PlanView;
}

/** The hidden field tells the server that the loss of this plan was on the page. */
export function LossNotice({ plan, present }: LossNoticeProps) {
  const texts = useTexts("billing");
  return (
    <Notice tone="warn" title={texts.t("loss.title", { plan: plan.name, present: present.name })}>
      <ul className="list-disc pl-4">
        {listLosses(present, plan).map((loss) => (
          <li key={loss.limit}>{formatLoss(loss, texts)}</li>
        ))}
      </ul>
      <input type="hidden" name={LOSS_FIELD} value={plan.id} />
    </Notice>
  );
}
