/** The cards of one webhook endpoint next to its settings: trying it, its secret, and the ways to end it. */
import { useId } from "react";
import type { FormReply } from "~/domain/forms/reply";
import type { EndpointView } from "~/domain/webhook-endpoints";
import { ActionForm, SubmitButton } from "../form/action-form";
import { PostForm } from "../form/post-form";
import { Button } from "../kit/button";
import { Card, CardHeader } from "../kit/card";
import { Confirm } from "../kit/confirm";
import { Notice } from "../kit/notice";
import { SwitchButton } from "../kit/switch-button";
import { TimeInText } from "../kit/time";
import { useTexts } from "../use-texts";

interface EndpointCardProps {
  endpoint: EndpointView;
}

/** The notice of what is wrong with the endpoint. Nothing while all is well. */
export function StateNotice({ endpoint: { status, failing_since: since } }: EndpointCardProps) {
  const { t } = useTexts("webhooks");
  if (status === "active") return null;
  if (status === "failing")
    return (
      <Notice tone="warn">
        <TimeInText iso={since ?? ""}>{(date) => t("notice.failing", { date })}</TimeInText>
      </Notice>
    );
  return <Notice tone={status === "disabled" ? "bad" : "neutral"}>{t(`notice.${status}`)}</Notice>;
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

/** `isOn` is what the user wants, at once: the server's answer may still be on its way. */
export function SwitchCard({ endpoint: { id }, isOn }: EndpointCardProps & { isOn: boolean }) {
  const { t } = useTexts("webhooks");
  return (
    <Card>
      <CardHeader
        title={t("switch.title")}
        description={t("switch.description")}
        actions={
          <PostForm intent="switch" fields={{ id, active: String(!isOn) }} keepsScroll>
            <SwitchButton label={t("switch.label")} isOn={isOn} />
          </PostForm>
        }
      />
    </Card>
  );
}

export function DeleteCard({ endpoint: { id } }: EndpointCardProps) {
  const { t } = useTexts("webhooks");
  const formId = useId();
  const button = (
    <Button type="submit" variant="danger">
      {t("delete.submit")}
    </Button>
  );
  return (
    <Card>
      <CardHeader
        title={t("delete.title")}
        description={t("delete.description")}
        actions={
          <PostForm id={formId} intent="delete" fields={{ id }}>
            <Confirm
              formId={formId}
              trigger={button}
              title={t("delete.question")}
              description={t("delete.consequence")}
              confirmLabel={t("delete.submit")}
            />
          </PostForm>
        }
      />
    </Card>
  );
}
