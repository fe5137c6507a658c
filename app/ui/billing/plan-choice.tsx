/** The choice of a plan: a radio card for each, with its price and what it includes. */
import { useTranslation } from "react-i18next";
import type { PlanView } from "~/domain/plans";
import { FieldGroup } from "../form/choice-fields";
import { listPlanFacts, formatPlanLabel } from "./plan-text";

export interface PlanChoiceProps {
  plans: readonly PlanView[];
  /** The id of the preselected plan. */
  chosen: string;
  onChoose: (planId: string) => void;
}

/** A field named "plan". Works without scripts. */
export function PlanChoice({ plans, chosen, onChoose }: PlanChoiceProps) {
  const { t, i18n } = useTranslation("billing");
  const texts = { t, locale: i18n.language };
  return (
    <FieldGroup name="plan" label={t("choose.legend")}>
      {({ name, "aria-invalid": invalid }, sentValue) => (
        <div className="grid gap-2.5" onChange={(event) => onChoose(getValue(event.target))}>
          {plans.map((plan) => (
            <label key={plan.id} className={CARD}>
              <input
                type="radio"
                name={name}
                value={plan.id}
                aria-invalid={invalid}
                defaultChecked={plan.id === (sentValue ?? chosen)}
                className="radio"
              />
              <span className="min-w-0">
                <span className="block font-semibold tabular-nums">{formatPlanLabel(plan, texts)}</span>
                <span className="block text-sm text-muted">{listPlanFacts(plan, texts).join(" · ")}</span>
              </span>
            </label>
          ))}
        </div>
      )}
    </FieldGroup>
  );
}

const CARD =
  "flex cursor-pointer items-start gap-3 rounded-card border border-line bg-surface px-4 py-3 shadow-control " +
  "hover:border-line-strong has-[:checked]:border-accent has-[:checked]:bg-accent-soft " +
  "has-[:focus-visible]:outline has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 " +
  "has-[:focus-visible]:outline-ring";

function getValue(target: EventTarget): string {
  return target instanceof HTMLInputElement ? target.value : "";
}
