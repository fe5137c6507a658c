/** The onboarding wizard: named steps, one shown at a time, chosen by the query parameter `page`. */
import { Link } from "@remix-run/react";
import clsx from "clsx";
import type { ReactNode } from "react";
import type { WelcomeWay } from "~/domain/onboarding";
import { paths } from "~/domain/paths";
import { PostForm } from "../form/post-form";
import { Button, ButtonLink, type ButtonVariant } from "../kit/button";
import { Card } from "../kit/card";
import { EmptyState } from "../kit/empty-state";
import { useFocusOnChange } from "../use-focus-on-change";
import { useTexts } from "../use-texts";
import { Icon } from "../kit/icon";

export interface WizardStep {
  id: string;
  name: string;
  description: string;
  content: ReactNode;
  /**
   * The form in the content that all ways on from the step send, so that none of them drops what is typed. Its field
   * `then` says which way was taken.
   */
  form?: { id: string; label: string };
  /** The content has a filled button of its own, which saves. The way to the next step is a quiet one next to it. */
  hasOwnButton?: boolean;
  /** The name of the way to the next step where the step may be left as it is. */
  skipLabel?: string;
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
  /** Where skipping and finishing lead to; by default the dashboard. */
  target?: string;
  /** Whether skipping and finishing are saved. If not, both only lead to the target. */
  isSaving?: boolean;
}

/** A sidebar with all steps, and the current one next to it. Only links and plain forms, so it works without scripts. */
export function Wizard({ label, steps, current, ...ends }: WizardProps) {
  const { t } = useTexts("layout");
  const step = steps[current - 1];
  return (
    <Card className="grid grid-cols-1 shadow-float lg:min-h-[26rem] lg:grid-cols-[15rem_minmax(0,1fr)]">
      <StepList label={label} steps={steps} current={current} />
      {step ? (
        <div className="grid min-w-0 grid-cols-1 grid-rows-[1fr_auto]">
          <div className="grid grid-cols-1 content-start gap-5 p-5 lg:p-8">
            <StepHeading {...step} current={current} count={steps.length} />
            {step.content}
          </div>
          <WizardActions current={current} isLast={current === steps.length} step={step} {...ends} />
        </div>
      ) : (
        <div className="grid content-center">
          <h1 className="sr-only">{label}</h1>
          <EmptyState icon="inbox" text={t("empty.nothing")} />
        </div>
      )}
    </Card>
  );
}

interface StepHeadingProps extends Pick<WizardStep, "name" | "description"> {
  current: number;
  count: number;
}

/** Gets the focus when another step is shown, so that a screen reader says its name and number, and Tab goes on from there. */
function StepHeading({ name, description, current, count }: StepHeadingProps) {
  const { t } = useTexts("wizard");
  const heading = useFocusOnChange<HTMLHeadingElement>(current);
  return (
    <div>
      <p id={POSITION_ID} className="mb-1 text-sm text-muted">
        {t("position", { current, count })}
      </p>
      <h1 ref={heading} tabIndex={-1} aria-describedby={POSITION_ID} className="focus-visible:outline-none">
        {name}
      </h1>
      <p className="mt-1 text-muted">{description}</p>
    </div>
  );
}

const POSITION_ID = "wizard-position";

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
  const { t } = useTexts("wizard");
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
          {isDone ? <Icon name="check" className="size-3.5 [stroke-width:2]" /> : number}
        </span>
        <span className="sr-only min-w-0 truncate lg:not-sr-only">{name}</span>
        {isDone ? <span className="sr-only">({t("done")})</span> : null}
      </Link>
    </li>
  );
}

interface WizardActionsProps extends Pick<
  WizardProps,
  "skipIntent" | "finishIntent" | "target" | "isSaving"
> {
  current: number;
  isLast: boolean;
  step: WizardStep;
}

/** The first button in the document is the one that Enter in a field presses, so it is the primary one. */
function WizardActions({ current, isLast, step, ...ends }: WizardActionsProps) {
  const { t } = useTexts("wizard");
  const { skipIntent, finishIntent, target = paths.dashboard, isSaving = true } = ends;
  const end = { target, isSaving };
  const { form } = step;
  return (
    <div className="flex flex-row-reverse flex-wrap items-center gap-2 border-t border-line bg-sunken px-5 py-3 lg:px-8">
      {form ? <FormButton formId={form.id} then={isLast ? "finish" : "next"} label={form.label} /> : null}
      {isLast && finishIntent && !form ? (
        <EndButton {...end} intent={finishIntent} variant="primary">
          {t("finish")}
        </EndButton>
      ) : null}
      {isLast || form ? null : <NextButton to={toPageLink(current + 1)} {...step} />}
      {skipIntent && form ? <FormButton formId={form.id} then="skip" label={t("skip")} /> : null}
      {skipIntent && !form ? (
        <EndButton {...end} intent={skipIntent} variant="quiet">
          {t("skip")}
        </EndButton>
      ) : null}
      {current > 1 ? (
        <ButtonLink to={toPageLink(current - 1)} className="mr-auto">
          {t("back")}
        </ButtonLink>
      ) : null}
    </div>
  );
}

/** Skipping sends what is typed as well, but asks for nothing that is missing. */
function FormButton({ formId, then, label }: { formId: string; then: WelcomeWay; label: string }) {
  const isSkip = then === "skip";
  return (
    <Button type="submit" form={formId} name="then" value={then} variant={isSkip ? "quiet" : "primary"}>
      {label}
    </Button>
  );
}

type NextButtonProps = Pick<WizardStep, "hasOwnButton" | "skipLabel"> & { to: { search: string } };

function NextButton({ to, hasOwnButton = false, skipLabel }: NextButtonProps) {
  const { t } = useTexts("wizard");
  return (
    <ButtonLink to={to} variant={hasOwnButton ? "secondary" : "primary"}>
      {skipLabel ?? t("next")}
    </ButtonLink>
  );
}

interface EndButtonProps {
  intent: string;
  target: string;
  isSaving: boolean;
  variant: ButtonVariant;
  children: ReactNode;
}

/** Skip or Finish. Both load the next page from the server, because the data of a new user is out of date by then. */
function EndButton({ intent, target, isSaving, variant, children }: EndButtonProps) {
  if (!isSaving) {
    return (
      <ButtonLink to={target} reloadDocument variant={variant}>
        {children}
      </ButtonLink>
    );
  }
  return (
    <PostForm intent={intent} fields={{ return_to: target }}>
      <Button type="submit" variant={variant}>
        {children}
      </Button>
    </PostForm>
  );
}

/** The link to a step, on any page that has the wizard. */
function toPageLink(page: number) {
  return { search: `?page=${page}` };
}
