/** The choice of a plan: a radio card for each, with its price and what it includes. */
import clsx from "clsx";
import { useEffect, useRef, useState, type RefObject } from "react";
import { INTERVALS, type Interval, type PlanView } from "~/domain/plans";
import { FieldGroup } from "../form/choice-fields";
import { Badge } from "../kit/badge";
import { Icon } from "../kit/icon";
import { useTexts } from "../use-texts";
import { findTwin, getYearlySaving, isMonthlyOnly } from "./plan-offers";
import { formatPlanLabel, formatPrice, formatPriceUnit, listPlanFacts, type BillingTexts } from "./plan-text";

interface PlanChoiceProps {
  plans: readonly PlanView[];
  /** The id of the chosen plan; "" for none. */
  chosen: string;
  /** The plan that the account has. */
  current?: string | null;
  /** Whether that plan can be chosen, because it ends otherwise. */
  canKeep?: boolean;
  onChoose: (planId: string) => void;
}

/**
 * A field named "plan". The switch between monthly and yearly prices shows one of two plans that differ only in that;
 * without scripts all plans are visible.
 */
export function PlanChoice({ plans, chosen, current = null, canKeep = false, onChoose }: PlanChoiceProps) {
  const texts = useTexts("billing");
  const { t } = texts;
  const box = useRef<HTMLDivElement>(null);
  const [initial] = useState(chosen);
  const plan = plans.find(({ id }) => id === chosen);
  const [interval, setInterval] = useState(plan?.interval ?? "month");
  const hasTwins = plans.some((one) => findTwin(one, plans));
  useChoiceBeforeHydration(box, { chosen, onChoose });

  function switchTo(next: Interval): void {
    setInterval(next);
    const twin = plan && plan.interval !== next ? findTwin(plan, plans) : undefined;
    const radio = twin && findRadios(box.current).find(({ value }) => value === twin.id);
    if (!twin || !radio || radio.disabled) return;
    radio.checked = true;
    onChoose(twin.id);
  }

  return (
    <FieldGroup name="plan" label={t("choose.legend")}>
      {({ name, "aria-invalid": invalid }) => (
        <div ref={box} className="grid gap-3" onChange={(event) => onChoose(getValue(event.target))}>
          {hasTwins ? <IntervalSwitch interval={interval} onSwitch={switchTo} texts={texts} /> : null}
          {plans.map((one) => (
            <label
              key={one.id}
              className={clsx(CARD, one.interval !== interval && findTwin(one, plans) && HIDDEN)}
            >
              <input
                type="radio"
                name={name}
                value={one.id}
                aria-invalid={invalid}
                defaultChecked={one.id === initial}
                disabled={one.id === current && !canKeep}
                aria-labelledby={`plan-${one.id}`}
                aria-describedby={`plan-${one.id}-facts`}
                className="radio"
              />
              <PlanText plan={one} plans={plans} isCurrent={one.id === current} texts={texts} />
            </label>
          ))}
        </div>
      )}
    </FieldGroup>
  );
}

interface PlanTextProps {
  plan: PlanView;
  plans: readonly PlanView[];
  isCurrent: boolean;
  texts: BillingTexts;
}

/** The label in one piece is for screen readers; for the eye, the name and a large price. */
function PlanText({ plan, plans, isCurrent, texts }: PlanTextProps) {
  const { t } = texts;
  const saving = getYearlySaving(plan, plans);
  return (
    <span className="grid min-w-0 flex-1 gap-2">
      <span id={`plan-${plan.id}`} className="sr-only">
        {formatPlanLabel(plan, texts)}
      </span>
      <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="flex flex-wrap items-center gap-2">
          <span aria-hidden className="text-lg font-semibold">
            {plan.name}
          </span>
          {isCurrent ? <Badge tone="accent">{t("page.current")}</Badge> : null}
          {isMonthlyOnly(plan, plans) ? <Badge>{t("plan.monthly_only")}</Badge> : null}
          {saving === null ? null : (
            <Badge tone="good">{t("plan.saving", { amount: formatPrice(saving, plan, texts) })}</Badge>
          )}
        </span>
        <span aria-hidden className="whitespace-nowrap tabular-nums">
          <span className="text-2xl font-semibold">{formatPrice(plan.price, plan, texts)}</span>
          <span className="text-sm text-muted"> {formatPriceUnit(plan, t)}</span>
        </span>
      </span>
      <span id={`plan-${plan.id}-facts`} className="grid gap-x-4 gap-y-1 text-sm text-muted sm:grid-cols-2">
        {listPlanFacts(plan, texts).map((fact) => (
          <span key={fact} className="flex gap-2">
            <Icon name="check" className="mt-px text-accent-text" />
            <span className="min-w-0">{fact}</span>
          </span>
        ))}
      </span>
    </span>
  );
}

interface IntervalSwitchProps {
  interval: Interval;
  onSwitch: (interval: Interval) => void;
  texts: BillingTexts;
}

function IntervalSwitch({ interval, onSwitch, texts: { t } }: IntervalSwitchProps) {
  const labels = { month: t("choose.monthly"), year: t("choose.yearly") };
  return (
    <div
      role="group"
      aria-label={t("choose.interval")}
      className="segments inline-flex justify-self-start noscript:hidden"
    >
      {INTERVALS.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === interval}
          onClick={() => onSwitch(one)}
          className="segment px-3 py-1"
        >
          {labels[one]}
        </button>
      ))}
    </div>
  );
}

/** The user may have chosen another plan before the page was hydrated. */
function useChoiceBeforeHydration(
  box: RefObject<HTMLElement>,
  { chosen, onChoose }: Pick<PlanChoiceProps, "chosen" | "onChoose">,
): void {
  const isRead = useRef(false);
  useEffect(() => {
    if (isRead.current) return;
    isRead.current = true;
    const checked = findRadios(box.current).find((radio) => radio.checked);
    if (checked && checked.value !== chosen) onChoose(checked.value);
  }, [box, chosen, onChoose]);
}

const findRadios = (box: HTMLElement | null) => [
  ...(box?.querySelectorAll<HTMLInputElement>("input[type=radio]") ?? []),
];

const HIDDEN = "hidden noscript:flex";

const CARD =
  "flex cursor-pointer items-start gap-3 rounded-card border border-line bg-surface px-4 py-3.5 shadow-control " +
  "hover:border-line-strong has-[:checked]:border-accent-text has-[:checked]:bg-accent-soft " +
  "has-[:disabled]:cursor-not-allowed has-[:disabled]:bg-sunken " +
  "has-[:focus-visible]:outline has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 " +
  "has-[:focus-visible]:outline-ring";

function getValue(target: EventTarget): string {
  return target instanceof HTMLInputElement ? target.value : "";
}
