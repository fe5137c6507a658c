/** The onboarding wizard: steps with names, one shown at a time, led by the query parameter `page`. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PostForm } from "../form/post-form";
import { Button, ButtonLink } from "../kit/button";
import { Card } from "../kit/card";
import { EmptyState } from "../kit/empty-state";
import { toPageLink, StepList } from "./step-list";

export interface WizardStep {
  id: string;
  name: string;
  description: string;
  content: ReactNode;
  /** The content is a form whose own button leads on: the wizard shows no Next beside it. */
  isForm?: boolean;
}

export interface WizardProps {
  /** Names the wizard for screen readers. */
  label: string;
  steps: readonly WizardStep[];
  /** 1-based, from `?page`; beyond the steps there is nothing to show. */
  current: number;
  /** The intent of the page that skips; none: the wizard cannot be skipped. */
  skipIntent?: string;
  /** The intent of the page that finishes; none: the last step leads on by itself. */
  finishIntent?: string;
}

/** Sidebar with all steps, and the current one beside it. Links and plain forms alone, so it needs no script. */
export function Wizard({ label, steps, current, skipIntent, finishIntent }: WizardProps) {
  const { t } = useTranslation("layout");
  const step = steps[current - 1];
  return (
    <Card className="grid grid-cols-1 shadow-float lg:min-h-[26rem] lg:grid-cols-[15rem_minmax(0,1fr)]">
      <StepList label={label} steps={steps} current={current} />
      {step ? (
        <div className="grid min-w-0 grid-cols-1 grid-rows-[1fr_auto]">
          <div className="grid grid-cols-1 content-start gap-5 p-5 lg:p-8">
            <div>
              <p className="mb-1 text-sm text-muted">
                {t("wizard.position", { current, count: steps.length })}
              </p>
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
          <EmptyState icon="inbox" text={t("empty.nothing")} />
        </div>
      )}
    </Card>
  );
}

interface WizardActionsProps {
  current: number;
  isLast: boolean;
  isForm: boolean;
  skipIntent?: string;
  finishIntent?: string;
}

/** Skip and Finish load the next page anew: what was loaded for a new user is out of date. */
function WizardActions({ current, isLast, isForm, skipIntent, finishIntent }: WizardActionsProps) {
  const { t } = useTranslation("layout");
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line bg-sunken px-5 py-3 lg:px-8">
      {current > 1 ? <ButtonLink to={toPageLink(current - 1)}>{t("wizard.back")}</ButtonLink> : null}
      <span className="flex-1" />
      {skipIntent ? (
        <PostForm intent={skipIntent}>
          <Button type="submit" variant="quiet">
            {t("wizard.skip")}
          </Button>
        </PostForm>
      ) : null}
      {isLast || isForm ? null : (
        <ButtonLink to={toPageLink(current + 1)} variant="primary">
          {t("wizard.next")}
        </ButtonLink>
      )}
      {isLast && finishIntent ? (
        <PostForm intent={finishIntent}>
          <Button type="submit" variant="primary">
            {t("wizard.finish")}
          </Button>
        </PostForm>
      ) : null}
    </div>
  );
}
