/** The cards of one webhook endpoint beside its settings: trying it, its secret, and the ways to end it. */
import { useId } from "react";
import type { FormReply } from "~/domain/forms/reply";
import type { EndpointView } from "~/domain/webhook-endpoints";
import { ActionForm, SubmitButton } from "../form/action-form";
import { PostForm } from "../form/post-form";
import { Button, type ButtonProps } from "../kit/button";
import { Card, CardHeader } from "../kit/card";
import { Confirm } from "../kit/confirm";
import { Notice } from "../kit/notice";
import { TimeInText } from "../kit/time";
import { useTexts } from "../use-texts";

export interface EndpointCardProps {
  endpoint: EndpointView;
}

/** What is wrong with the endpoint, and the button that turns it on again. Nothing while all is well. */
export function StateNotice({ endpoint: { id, status, failing_since: since } }: EndpointCardProps) {
  const { t } = useTexts("webhooks");
  if (status === "active") return null;
  if (status === "failing")
    return (
      <Notice tone="warn">
        <TimeInText iso={since ?? ""}>{(date) => t("notice.failing", { date })}</TimeInText>
      </Notice>
    );
  const turnOn = (
    <PostForm intent="turn-on" fields={{ id }}>
      <Button type="submit" size="sm">
        {t("switch.on")}
      </Button>
    </PostForm>
  );
  return (
    <Notice tone={status === "disabled" ? "bad" : "neutral"} action={turnOn}>
      {t(`notice.${status}`)}
    </Notice>
  );
}

export function TestCard({ endpoint: { id } }: EndpointCardProps) {
  const { t } = useTexts("webhooks");
  return (
    <Card>
      <CardHeader
        title={t("test.title")}
        description={t("test.description")}
        actions={
          <PostForm intent="test" fields={{ id }} keepsScroll>
            <Button type="submit">{t("test.submit")}</Button>
          </PostForm>
        }
      />
    </Card>
  );
}

export function RotateCard({
  endpoint: { id },
  onDone,
}: EndpointCardProps & { onDone: (reply: FormReply) => void }) {
  const { t } = useTexts("webhooks");
  const formId = useId();
  return (
    <Card id="rotate">
      <CardHeader
        title={t("rotate.title")}
        description={t("rotate.description")}
        actions={
          <ActionForm id={formId} intent="rotate" action="#rotate" fields={{ id }} onDone={onDone}>
            <Confirm
              formId={formId}
              trigger={<SubmitButton variant="secondary">{t("rotate.submit")}</SubmitButton>}
              title={t("rotate.question")}
              description={t("rotate.consequence")}
              confirmLabel={t("rotate.submit")}
            />
          </ActionForm>
        }
      />
    </Card>
  );
}

export function TurnOffCard({ endpoint: { id } }: EndpointCardProps) {
  const { t } = useTexts("webhooks");
  return (
    <ConfirmedCard
      intent="turn-off"
      fields={{ id }}
      variant="secondary"
      label={t("switch.off")}
      title={t("switch.off_title")}
      description={t("switch.off_description")}
      question={t("switch.off_question")}
      consequence={t("switch.off_description")}
    />
  );
}

export function DeleteCard({ endpoint: { id } }: EndpointCardProps) {
  const { t } = useTexts("webhooks");
  return (
    <ConfirmedCard
      intent="delete"
      fields={{ id }}
      variant="danger"
      label={t("delete.submit")}
      title={t("delete.title")}
      description={t("delete.description")}
      question={t("delete.question")}
      consequence={t("delete.consequence")}
    />
  );
}

interface ConfirmedCardProps extends Pick<ButtonProps, "variant"> {
  intent: string;
  fields: Readonly<Record<string, string>>;
  label: string;
  title: string;
  description: string;
  question: string;
  consequence: string;
}

/** A card with one button. Asks for confirmation where scripts run. */
function ConfirmedCard({ intent, fields, variant, label, ...texts }: ConfirmedCardProps) {
  const formId = useId();
  const button = (
    <Button type="submit" variant={variant}>
      {label}
    </Button>
  );
  return (
    <Card>
      <CardHeader
        title={texts.title}
        description={texts.description}
        actions={
          <PostForm id={formId} intent={intent} fields={fields}>
            <Confirm
              formId={formId}
              trigger={button}
              title={texts.question}
              description={texts.consequence}
              confirmLabel={label}
            />
          </PostForm>
        }
      />
    </Card>
  );
}
