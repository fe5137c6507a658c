/** The losses of a change to a plan below the present one, and the box that accepts them. */
import { ACCEPT_FIELD, LOSS_FIELD } from "~/domain/checkout";
import { listLosses, type PlanView } from "~/domain/plans";
import { CheckboxField } from "../form/choice-fields";
import { Notice } from "../kit/notice";
import { useTexts } from "../use-texts";
import { formatLoss } from "./plan-text";

interface LossNoticeProps {
  plan: PlanView;
  /** The plan that the account has. */
  present: PlanView;
}

/** The hidden field says which plan the box is about: without scripts another one may be chosen afterwards. */
export function LossNotice({ plan, present }: LossNoticeProps) {
  const texts = useTexts("billing");
  const { t } = texts;
  const names = { plan: plan.name, present: present.name };
  return (
    <div className="grid gap-3">
      <Notice tone="warn" title={t("loss.title", names)}>
        <ul className="list-disc pl-4">
          {listLosses(present, plan).map((loss) => (
            <li key={loss.limit}>{formatLoss(loss, texts)}</li>
          ))}
        </ul>
      </Notice>
      <input type="hidden" name={LOSS_FIELD} value={plan.id} />
      <CheckboxField name={ACCEPT_FIELD} label={t("loss.accept", names)} />
    </div>
  );
}
