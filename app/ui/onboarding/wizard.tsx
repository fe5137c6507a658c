/** The onboarding wizard: named steps, one shown at a time, chosen by the query parameter `page`. */
import { Link } from "@remix-run/react";
import clsx from "clsx";
import Check from "lucide-react/icons/check";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PostForm } from "../form/post-form";
import { Button, ButtonLink } from "../kit/button";
import { Card } from "../kit/card";
import { EmptyState } from "../kit/empty-state";

export interface WizardStep {
  id: string;
  name: string;
  description: string;
  content: ReactNode;
  /** The content is a form whose own button leads to the next step: the wizard shows no Next button. */
  isForm?: boolean;
}

export interface WizardProps {
  /** Names the wizard for screen readers. */
  label: string;
  steps: readonly WizardStep[];
  /** 1-based, from `?page`. A number without a step shows an empty state. */
  current: number;
  /** The intent that skips the wizard. Without it the wizard cannot be skipped. */
  skipIntent?: string;
  /** The intent that finishes the wizard. Without it the last step has its own way on. */
  finishIntent?: string;
}

/** A sidebar with all steps, and the current one beside it. Only links and plain forms, so it works without scripts. */
export function Wizard({ label, steps, current, skipIntent, finishIntent }: WizardProps) {
  const { t } = useTranslation(["wizard", "layout"]);
  const step = steps[current - 1];
  return (
    <Card className="grid grid-cols-1 shadow-float lg:min-h-[26rem] lg:grid-cols-[15rem_minmax(0,1fr)]">
      <StepList label={label} steps={steps} current={current} />
      {step ? (
        <div className="grid min-w-0 grid-cols-1 grid-rows-[1fr_auto]">
          <div className="grid grid-cols-1 content-start gap-5 p-5 lg:p-8">
            <div>
              <p className="mb-1 text-sm text-muted">{t("position", { current, count: steps.length })}</p>
              <h1>{step.name}</h1>
              <p className="mt-1 text-muted">{step.description}</p>
            </div>
            {step.content}
          </div>
          <WizardActions
            current={current}
            isLast={current === steps.length}
            isForm={step.isForm === true}
            skipIntent={skipIntent}
            finishIntent={finishIntent}
          />
        </div>
      ) : (
        <div className="grid content-center">
          <h1 className="sr-only">{label}</h1>
          <EmptyState icon="inbox" text={t("layout:empty.nothing")} />
        </div>
      )}
    </Card>
  );
}

type StepListProps = Pick<WizardProps, "label" | "steps" | "current">;

/** Every step up to the current one is green, and a click jumps to a step. On a phone the numbers stand in a row. */
function StepList({ label, steps, current }: StepListProps) {
  return (
    <nav aria-label={label} className="border-b border-line bg-sunken p-3 lg:border-b-0 lg:border-r lg:p-4">
      <ol className="flex flex-wrap gap-1 lg:grid">
        {steps.map(({ id, name }, index) => (
          <Step key={id} name={name} number={index + 1} current={current} />
        ))}
      </ol>
    </nav>
  );
}

function Step({ name, number, current }: { name: string; number: number; current: number }) {
  const { t } = useTranslation("wizard");
  const isReached = number <= current;
  const isDone = number < current;
  return (
    <li>
      <Link
        to={toPageLink(number)}
        aria-current={number === current ? "step" : undefined}
        className={clsx(
          "flex items-center gap-2.5 rounded-md p-1.5 text-control font-medium hover:bg-surface lg:px-2 lg:py-2",
          isReached ? "text-good" : "text-muted hover:text-text",
        )}
      >
        <span
          aria-hidden
          className={clsx(
            "grid size-6 shrink-0 place-items-center rounded-full border text-xs tabular-nums",
            isReached ? "border-good bg-good-soft" : "border-line-strong bg-surface",
          )}
        >
          {isDone ? <Check className="size-3.5 [stroke-width:2]" /> : number}
        </span>
        <span className="sr-only min-w-0 truncate lg:not-sr-only">{name}</span>
        {isDone ? <span className="sr-only">({t("done")})</span> : null}
      </Link>
    </li>
  );
}

interface WizardActionsProps {
  current: number;
  isLast: boolean;
  isForm: boolean;
  skipIntent?: string;
  finishIntent?: string;
}

/** Skip and Finish load the next page from the server, because the data of a new user is out of date by then. */
function WizardActions({ current, isLast, isForm, skipIntent, finishIntent }: WizardActionsProps) {
  const { t } = useTranslation("wizard");
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line bg-sunken px-5 py-3 lg:px-8">
      {current > 1 ? <ButtonLink to={toPageLink(current - 1)}>{t("back")}</ButtonLink> : null}
      <span className="flex-1" />
      {skipIntent ? (
        <PostForm intent={skipIntent}>
          <Button type="submit" variant="quiet">
            {t("skip")}
          </Button>
        </PostForm>
      ) : null}
      {isLast || isForm ? null : (
        <ButtonLink to={toPageLink(current + 1)} variant="primary">
          {t("next")}
        </ButtonLink>
      )}
      {isLast && finishIntent ? (
        <PostForm intent={finishIntent}>
          <Button type="submit" variant="primary">
            {t("finish")}
          </Button>
        </PostForm>
      ) : null}
    </div>
  );
}

/** The link to a step, on any page that has the wizard. */
function toPageLink(page: number) {
  return { search: `?page=${page}` };
}
