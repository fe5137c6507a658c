/** The feedback form: three faces, and a comment once one of them is chosen. */
import { RATINGS, type Rating } from "~/domain/feedback";
import type { IconName } from "~/domain/icon-names";
import { paths } from "~/domain/paths";
import { ActionForm, SubmitButton } from "../form/action-form";
import { FieldGroup } from "../form/choice-fields";
import { TextareaField } from "../form/textarea-field";
import { Icon } from "../kit/icon";
import { useTexts } from "../use-texts";

const FACES: Record<Rating, IconName> = { positive: "smile", neutral: "meh", negative: "frown" };

/** In the panel, accepting it does not change the page. The style sheet shows the comment as soon as a face is chosen, so this works without scripts, too. */
export function FeedbackForm({ isInPanel = false, onDone }: { isInPanel?: boolean; onDone?: () => void }) {
  const { t } = useTexts("feedback");
  return (
    <ActionForm
      action={paths.feedback}
      clearsWhenDone
      fields={isInPanel ? { panel: "1" } : undefined}
      onDone={onDone}
      schema={() => import("~/domain/forms/feedback").then((forms) => forms.feedbackForm)}
      className="group/feedback"
    >
      <FieldGroup name="rating" label={t("rating")}>
        {({ name, "aria-invalid": invalid }, sentValue) => (
          <div className="grid grid-cols-3 gap-2">
            {RATINGS.map((rating) => (
              <label key={rating} className={FACE}>
                <input
                  type="radio"
                  name={name}
                  value={rating}
                  aria-invalid={invalid}
                  defaultChecked={rating === sentValue}
                  className="sr-only"
                />
                <Icon name={FACES[rating]} className="size-6" />
                <span className="text-sm">{t(`face.${rating}`)}</span>
              </label>
            ))}
          </div>
        )}
      </FieldGroup>
      <div className="hidden gap-[18px] group-has-[:checked]/feedback:grid">
        <TextareaField name="comment" label={t("comment")} isRequired={false} rows={4} />
        <SubmitButton className="justify-self-start">{t("submit")}</SubmitButton>
      </div>
    </ActionForm>
  );
}

const FACE = [
  "grid cursor-pointer justify-items-center gap-1 rounded border border-line-strong bg-surface px-2 py-2.5 text-muted",
  "transition-colors duration-150 hover:bg-sunken has-[:checked]:border-accent-text has-[:checked]:bg-accent-soft",
  "has-[:checked]:text-accent-text has-[:focus-visible]:outline has-[:focus-visible]:outline-2",
  "has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-focus",
].join(" ");
