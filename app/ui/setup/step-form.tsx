/** The form of a setup step: its fields, the results of its test, and the buttons that test and save. */
import { useActionData } from "@remix-run/react";
import clsx from "clsx";
import { useState, type ReactNode } from "react";
import type { FormReply } from "~/domain/forms/reply";
import type { SetupFinding, SetupLevel, SetupOutcome } from "~/domain/setup";
import { ActionForm, SubmitButton, type ActionFormProps } from "../form/action-form";
import { CheckboxField } from "../form/choice-fields";
import type { Tone } from "../kit/badge";
import { Notice } from "../kit/notice";
import { useTexts } from "../use-texts";
import { FailedFields } from "./failed-fields";

interface StepFormProps extends Required<Pick<ActionFormProps, "intent" | "schema">> {
  /** Of the saved settings, from the page's loader. */
  revision: number;
  /** When saving tests anything: what needs no other server is only saved. */
  isTested?: keyof typeof TESTED;
  children: ReactNode;
}

/**
 * Saving tests first. A warning is saved only after the box below it was ticked. Without scripts the page comes again with
 * the results, and with what the fields held before.
 */
export function StepForm({ intent, schema, revision, isTested = "always", children }: StepFormProps) {
  const { t } = useTexts("setup");
  const [outcome, takeOutcome] = useOutcome(intent);
  const isUnsure = outcome?.level === "warning" && !outcome.saved;
  const { tested, untested } = TESTED[isTested];
  return (
    <ActionForm intent={intent} schema={schema} onDone={takeOutcome} className="group/step">
      <input type="hidden" name="revision" value={outcome?.revision ?? revision} />
      <FailedFields findings={outcome?.findings}>{children}</FailedFields>
      {outcome ? <FindingList findings={outcome.findings.filter((one) => !isOfField(one))} /> : null}
      {isUnsure ? <CheckboxField name="confirm" label={t("form.confirm")} /> : null}
      <div className="flex flex-wrap gap-2">
        <SubmitButton>
          <span className={tested}>{t("form.save")}</span>
          <span className={untested}>{t("form.save_only")}</span>
        </SubmitButton>
        <SubmitButton variant="secondary" name="only_test" value="on" className={tested}>
          {t("form.test")}
        </SubmitButton>
      </div>
    </ActionForm>
  );
}

/**
 * The class names of what is shown where something is tested, and where nothing is. They follow the fields by the style
 * sheet, so that they are right without scripts as well.
 */
const TESTED = {
  always: { tested: "", untested: "hidden" },
  by_choice: {
    tested: clsx(
      "group-has-[input[value=sandbox]:checked]/step:hidden group-has-[input[value=files]:checked]/step:hidden",
      "group-has-[option[value=embedded]:checked]/step:hidden",
    ),
    untested: clsx(
      "hidden group-has-[input[value=sandbox]:checked]/step:inline group-has-[input[value=files]:checked]/step:inline",
      "group-has-[option[value=embedded]:checked]/step:inline",
    ),
  },
  /** With an id of a provider. */
  once_typed: {
    tested: "hidden group-has-[input[name$=id]:not(:placeholder-shown)]/step:inline-flex",
    untested: "group-has-[input[name$=id]:not(:placeholder-shown)]/step:hidden",
  },
};

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

/** A warning stands above the box that confirms it. */
const isOfField = ({ level, field }: SetupFinding) => level === "failure" && field !== undefined;

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
