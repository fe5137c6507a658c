/** The signing secret of an endpoint, shown once. */
import { useActionData } from "@remix-run/react";
import { useId, useState } from "react";
import type { FormReply } from "~/domain/forms/reply";
import { paths } from "~/domain/paths";
import type { EndpointView } from "~/domain/webhook-endpoints";
import { CodeBlock } from "../keys/issued-key";
import { ButtonLink } from "../kit/button";
import { Card, CardBody, CardFooter, CardHeader } from "../kit/card";
import { Notice } from "../kit/notice";
import { TimeInText } from "../kit/time";
import { useArrival } from "../use-arrival";
import { useTexts } from "../use-texts";

type IssuedEndpoint = Pick<EndpointView, "id" | "overlap_ends_at"> & { secret: string };

interface IssuedSecretCardProps {
  issued: IssuedEndpoint;
  /** Takes the secret off the page, where the link to the endpoint leads to the page itself. */
  onClose?: () => void;
}

export function IssuedSecretCard({ issued, onClose }: IssuedSecretCardProps) {
  const { t } = useTexts("webhooks");
  const { id, secret, overlap_ends_at: overlapEnd } = issued;
  const card = useArrival<HTMLDivElement>();
  const titleId = useId();
  return (
    <div ref={card} tabIndex={-1} role="group" aria-labelledby={titleId} className="rounded-card">
      <Card>
        <CardHeader title={<span id={titleId}>{t("secret.title")}</span>} description={t("secret.store")} />
        <CardBody className="grid gap-5">
          <Notice tone="warn">{t("secret.warning")}</Notice>
          <CodeBlock label={t("secret.label")} copyLabel={t("secret.copy")} text={secret} />
          {overlapEnd === null ? null : (
            <p className="text-muted">
              <TimeInText iso={overlapEnd}>{(date) => t("secret.overlap", { date })}</TimeInText>
            </p>
          )}
        </CardBody>
        <CardFooter>
          <span />
          <ButtonLink to={paths.webhookWith(id)} variant="primary" onClick={onClose}>
            {t("secret.done")}
          </ButtonLink>
        </CardFooter>
      </Card>
    </div>
  );
}

/**
 * The endpoint with its secret that this page has received, null before that, the function that takes it from a reply, and the
 * one that forgets it. It is sent once, in the reply to a form. Without scripts it comes with the page.
 */
export function useIssuedSecret(): [
  issued: IssuedEndpoint | null,
  take: (reply: FormReply) => void,
  forget: () => void,
] {
  const posted = useActionData<FormReply>();
  const [taken, setTaken] = useState<IssuedEndpoint | null>(null);
  return [
    taken ?? findIssuedSecret(posted),
    (reply) => setTaken(findIssuedSecret(reply)),
    () => setTaken(null),
  ];
}

function findIssuedSecret(reply: FormReply | undefined): IssuedEndpoint | null {
  const data: unknown = reply?.ok ? reply.data : null;
  const isIssued = typeof data === "object" && data !== null && "secret" in data;
  return isIssued ? (data as IssuedEndpoint) : null;
}
