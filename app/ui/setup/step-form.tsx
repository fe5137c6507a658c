/** The form of a setup step: its fields, the results of its test, and the buttons that test and save. */
import { useActionData } from "@remix-run/react";
import { useState, type ReactNode } from "react";
import type { FormReply } from "~/domain/forms/reply";
import type { SetupFinding, SetupLevel, SetupOutcome } from "~/domain/setup";
import { ActionForm, SubmitButton, type ActionFormProps } from "../form/action-form";
import { CheckboxField } from "../form/choice-fields";
import type { Tone } from "../kit/badge";
import { Notice } from "../kit/notice";
import { useTexts } from "../use-texts";

export interface StepFormProps extends Required<Pick<ActionFormProps, "intent" | "schema">> {
  /** Of the saved settings, from the page's loader. */
  revision: number;
  children: ReactNode;
}

/**
 * Saving tests first. A warning is saved only after the box below it was ticked. Without scripts the page comes again with
 * the results, and with what the fields held before.
 */
export function StepForm({ intent, schema, revision, children }: StepFormProps) {
  const { t } = useTexts("setup");
  const [outcome, takeOutcome] = useOutcome(intent);
  const isUnsure = outcome?.level === "warning" && !outcome.saved;
  return (
    <ActionForm intent={intent} schema={schema} onDone={takeOutcome}>
      <input type="hidden" name="revision" value={outcome?.revision ?? revision} />
      {children}
      {outcome ? <FindingList findings={outcome.findings} /> : null}
      {isUnsure ? <CheckboxField name="confirm" label={t("form.confirm")} /> : null}
      <div className="flex flex-wrap gap-2">
        <SubmitButton>{t("form.save")}</SubmitButton>
        <SubmitButton variant="secondary" name="only_test" value="on">
          {t("form.test")}
        </SubmitButton>
      </div>
    </ActionForm>
  );
}

/** The outcome of the last attempt, with scripts or without; null before the first. */
function useOutcome(intent: string): [outcome: SetupOutcome | null, take: (reply: FormReply) => void] {
  const posted = useActionData<FormReply>();
  const [taken, setTaken] = useState<SetupOutcome | null>(null);
  const fromPage = posted?.intent === intent ? findOutcome(posted) : null;
  return [taken ?? fromPage, (reply) => setTaken(findOutcome(reply))];
}

function findOutcome(reply: FormReply | undefined): SetupOutcome | null {
  const data: unknown = reply?.ok ? reply.data : null;
  const isOutcome = typeof data === "object" && data !== null && "findings" in data;
  return isOutcome ? (data as SetupOutcome) : null;
}

function FindingList({ findings }: { findings: readonly SetupFinding[] }) {
  return (
    <div className="grid gap-2">
      {findings.map(({ level, message }) => (
        <Notice key={message} tone={TONES[level]}>
          {message}
        </Notice>
      ))}
    </div>
  );
}

const TONES: Record<SetupLevel, Tone> = { ok: "good", warning: "warn", failure: "bad" };
