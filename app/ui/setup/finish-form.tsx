/** The step Finish: what is set, what is left before customers come, and the form that closes setup. */
import { Link } from "@remix-run/react";
import { paths } from "~/domain/paths";
import { getStepNumber, type FinishPart } from "~/domain/setup";
import { ActionForm, SubmitButton } from "../form/action-form";
import { EmailField } from "../form/fields";
import { CheckList, type ShownCheck } from "../checks/check-list";
import { Badge } from "../kit/badge";
import { useTexts } from "../use-texts";

interface FinishFormProps {
  revision: number;
  parts: readonly FinishPart[];
  advice: readonly ShownCheck[];
}

export function FinishForm({ revision, parts, advice }: FinishFormProps) {
  const { t } = useTexts("setup");
  return (
    <>
      <ul className="grid divide-y divide-line rounded-lg border border-line">
        {parts.map((part) => (
          <PartItem key={part.step} {...part} />
        ))}
      </ul>
      <section className="grid gap-3">
        <h2>{t("finish.advice_title")}</h2>
        {advice.length === 0 ? (
          <p className="text-muted">{t("finish.no_advice")}</p>
        ) : (
          <>
            <p className="text-muted">{t("finish.advice_text")}</p>
            <CheckList checks={advice} />
          </>
        )}
      </section>
      <section className="grid gap-3">
        <h2>{t("finish.master_title")}</h2>
        <p className="text-muted">{t("finish.master_text")}</p>
        <ActionForm
          intent="finish"
          schema={() => import("~/domain/forms/setup-finish").then((forms) => forms.finishForm)}
        >
          <input type="hidden" name="revision" value={revision} />
          <EmailField
            name="first_master_email"
            label={t("finish.email_label")}
            hint={t("finish.email_hint")}
            isRequired={false}
            autoComplete="off"
          />
          <p className="text-sm text-muted">{t("finish.closes")}</p>
          <div>
            <SubmitButton>{t("finish.submit")}</SubmitButton>
          </div>
        </ActionForm>
      </section>
    </>
  );
}

function PartItem({ step, inUse, isStandIn }: FinishPart) {
  const { t } = useTexts("setup");
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <Link to={paths.setupStep(getStepNumber(step))} className="font-medium hover:underline">
          {t(`step.${step}.name`)}
        </Link>
        <p className="break-words text-sm text-muted">{inUse}</p>
      </div>
      <Badge tone={isStandIn ? "warn" : "good"}>{t(isStandIn ? "finish.stand_in" : "finish.ready")}</Badge>
    </li>
  );
}
