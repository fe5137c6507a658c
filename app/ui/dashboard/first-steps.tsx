/** The owner's first steps: each is done by being done, and the list can be put away. */
import { Link } from "@remix-run/react";
import { countDone, FIRST_STEPS, type FirstStep, type FirstSteps } from "~/domain/first-steps";
import { paths } from "~/domain/paths";
import { PostForm } from "../form/post-form";
import { Button } from "../kit/button";
import { Card, CardBody, CardHeader } from "../kit/card";
import { Icon } from "../kit/icon";
import { useTexts } from "../use-texts";

export function FirstStepsCard({ steps }: { steps: FirstSteps }) {
  const { t } = useTexts("dashboard");
  return (
    <Card>
      <CardHeader
        title={t("steps.title")}
        description={t("steps.progress", { done: countDone(steps), total: FIRST_STEPS.length })}
        actions={
          <PostForm intent="checklist" fields={DISMISSED} keepsScroll>
            <Button type="submit" size="sm" variant="quiet" aria-label={t("steps.hide_list")}>
              {t("steps.hide")}
            </Button>
          </PostForm>
        }
      />
      <CardBody>
        <ol className="grid gap-x-4 gap-y-1 sm:grid-cols-2 lg:flex lg:flex-wrap lg:justify-between">
          {FIRST_STEPS.map((step) => (
            <Step key={step} step={step} isDone={steps[step]} />
          ))}
        </ol>
      </CardBody>
    </Card>
  );
}

const DISMISSED = { dismissed: "true" };

function Step({ step, isDone }: { step: FirstStep; isDone: boolean }) {
  const { t } = useTexts("dashboard");
  const text = t(`steps.${step}`);
  return (
    <li className="flex min-h-7.5 items-center gap-2">
      <Icon name={isDone ? "circle-check" : "circle"} className={isDone ? "text-good" : "text-muted"} />
      {isDone ? (
        <span className="text-muted">
          {text} <span className="sr-only">({t("steps.done")})</span>
        </span>
      ) : (
        <Link to={LINKS[step]} className="font-medium text-accent-text hover:underline">
          {text}
        </Link>
      )}
    </li>
  );
}

/** Where each step is done. */
const LINKS: Record<FirstStep, string> = {
  name: paths.profile,
  invite: paths.inviteUsers,
  key: paths.createApiKey,
  call: paths.apiDocs,
  plan: paths.upgrade,
};
