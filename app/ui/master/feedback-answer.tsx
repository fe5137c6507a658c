/** One feedback with the form that answers it, or with the answer that it got. */
import { MESSAGE_MAX_LENGTH } from "~/domain/limits";
import { ActionForm, SubmitButton } from "../form/action-form";
import { HiddenField } from "../form/hidden-field";
import { TextareaField } from "../form/textarea-field";
import { Card, CardBody, CardHeader } from "../kit/card";
import { Notice } from "../kit/notice";
import { TimeInText } from "../kit/time";
import { useTexts } from "../use-texts";

export interface AnswerableFeedback {
  id: string;
  comment: string | null;
  user: { name: string; email: string; verified: boolean } | null;
  answer: { text: string; by: string; date: string } | null;
}

export function FeedbackAnswer({ id, comment, user, answer }: AnswerableFeedback) {
  const { t } = useTexts("master");
  return (
    <Card id="answer" className="mb-5">
      <CardHeader title={t("feedback.answer_to", { name: user?.name ?? "" })} description={user?.email} />
      <CardBody>
        <div className="grid gap-4">
          {comment === null ? null : (
            <blockquote className="whitespace-pre-line border-l-2 border-line-strong pl-3 [overflow-wrap:anywhere]">
              {comment}
            </blockquote>
          )}
          {answer ? (
            <Answered {...answer} />
          ) : user?.verified ? (
            <AnswerForm id={id} />
          ) : (
            <Notice tone="warn">{t("feedback.unverified")}</Notice>
          )}
        </div>
      </CardBody>
    </Card>
  );
}

function Answered({ text, by, date }: NonNullable<AnswerableFeedback["answer"]>) {
  const { t } = useTexts("master");
  return (
    <div className="grid gap-1">
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
      <p className="text-sm text-muted">
        <TimeInText iso={date}>{(time) => t("feedback.answered_by", { name: by, time })}</TimeInText>
      </p>
    </div>
  );
}

function AnswerForm({ id }: Pick<AnswerableFeedback, "id">) {
  const { t } = useTexts("master");
  return (
    <ActionForm
      action="#answer"
      schema={() => import("~/domain/forms/master").then((forms) => forms.feedbackAnswerForm)}
    >
      <HiddenField name="id" value={id} />
      <TextareaField
        name="answer"
        label={t("feedback.answer")}
        hint={t("feedback.answer_hint")}
        maxLength={MESSAGE_MAX_LENGTH}
      />
      <SubmitButton className="justify-self-start">{t("feedback.send_answer")}</SubmitButton>
    </ActionForm>
  );
}
