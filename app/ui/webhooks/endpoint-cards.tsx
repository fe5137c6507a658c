/** The cards of one webhook endpoint next to its settings: trying it, its secret, and the ways to end it. */
import { useId } from "react";
import type { FormReply } from "~/domain/forms/reply";
import { paths } from "~/domain/paths";
import type { DeliveryView, EndpointView } from "~/domain/webhook-endpoints";
import { ActionForm, SubmitButton } from "../form/action-form";
import { PostForm } from "../form/post-form";
import { Button } from "../kit/button";
import { Card, CardBody, CardHeader } from "../kit/card";
import { Confirm } from "../kit/confirm";
import { Notice } from "../kit/notice";
import { SwitchButton } from "../kit/switch-button";
import { TextLink } from "../kit/text-link";
import { TimeInText } from "../kit/time";
import { useTexts } from "../use-texts";
import { DeliveryBadge } from "./delivery-log";

/** A test whose result the page shows. */
type Test = Pick<DeliveryView, "id" | "status" | "failure" | "attempts" | "response_status" | "duration_ms">;

interface EndpointCardProps {
  endpoint: EndpointView;
}

interface StateNoticeProps extends EndpointCardProps {
  /** A single delivery has failed since the last success. */
  hasFailedOnce: boolean;
}

/** The notice of what is wrong with the endpoint. Nothing while all is well. */
export function StateNotice({ endpoint, hasFailedOnce }: StateNoticeProps) {
  const { t } = useTexts("webhooks");
  const { status, failing_since: since } = endpoint;
  if (status === "active") return null;
  if (status === "failing")
    return (
      <Notice tone="warn">
        <TimeInText iso={since ?? ""}>
          {(date) => t(hasFailedOnce ? "notice.failed_once" : "notice.failing", { date })}
        </TimeInText>
      </Notice>
    );
  return <Notice tone={status === "disabled" ? "bad" : "neutral"}>{t(`notice.${status}`)}</Notice>;
}

/** `test` is the latest one of the log. */
export function TestCard({ endpoint: { id }, test }: EndpointCardProps & { test: Test | undefined }) {
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
      {test ? <TestResult endpointId={id} test={test} /> : null}
    </Card>
  );
}

/** Says a result as soon as the page has it. */
function TestResult({ endpointId, test }: { endpointId: string; test: Test }) {
  const { t } = useTexts("webhooks");
  const { id, status, failure, response_status: code, duration_ms: took } = test;
  const facts = [
    failure === null || status === "delivered" ? null : t(`failure.${failure}`),
    code === null ? null : t("log.http", { status: code }),
    took === null ? null : t("log.milliseconds", { count: took }),
  ].filter((fact) => fact !== null);
  return (
    <CardBody className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <div role="status" className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
        <span className="text-muted">{t("test.last")}</span>
        <DeliveryBadge delivery={test} />
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </div>
      <TextLink to={paths.webhookDelivery(endpointId, id)}>{t("log.open")}</TextLink>
    </CardBody>
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
