/** A whole API key, shown once: to copy, and to try at once. */
import { useActionData } from "@remix-run/react";
import { useId, useState } from "react";
import type { KeyScope } from "~/domain/key-scopes";
import type { FormReply } from "~/domain/forms/reply";
import { paths } from "~/domain/paths";
import { ButtonLink } from "../kit/button";
import { Card, CardBody, CardFooter, CardHeader } from "../kit/card";
import { Notice } from "../kit/notice";
import { TimeInText } from "../kit/time";
import { CopyButton } from "../two-factor/copy-button";
import { useArrival } from "../use-arrival";
import { useTexts } from "../use-texts";

interface IssuedKey {
  name: string;
  full_key: string;
  scope: readonly KeyScope[];
  /** ISO 8601. */
  overlap_ends_at: string | null;
}

interface IssuedKeyCardProps {
  issued: IssuedKey;
  /** The URL of the product, for the command. */
  appUrl: string;
  /** The key has replaced another one. */
  isRotated?: boolean;
}

export function IssuedKeyCard({ issued, appUrl, isRotated = false }: IssuedKeyCardProps) {
  const { t } = useTexts("keys");
  const { name, full_key: fullKey, scope, overlap_ends_at: overlapEnd } = issued;
  const command = toCommand(fullKey, scope, appUrl);
  const card = useArrival<HTMLDivElement>();
  const titleId = useId();
  return (
    <div ref={card} tabIndex={-1} role="group" aria-labelledby={titleId} className="rounded-card">
      <Card>
        <CardHeader
          title={
            <span id={titleId}>{isRotated ? t("issued.rotated_title", { name }) : t("issued.title")}</span>
          }
          description={t("issued.store")}
        />
        <CardBody className="grid gap-5">
          <Notice tone="warn">{t("issued.warning")}</Notice>
          <CodeBlock label={t("issued.label")} copyLabel={t("issued.copy")} text={fullKey} />
          {isRotated ? <OverlapText overlapEnd={overlapEnd} /> : null}
          {command === null ? null : (
            <CodeBlock label={t("issued.try")} copyLabel={t("issued.copy_try")} text={command} />
          )}
        </CardBody>
        <CardFooter>
          <span />
          <ButtonLink to={paths.apiKeys} variant="primary">
            {t("issued.done")}
          </ButtonLink>
        </CardFooter>
      </Card>
    </div>
  );
}

function OverlapText({ overlapEnd }: { overlapEnd: string | null }) {
  const { t } = useTexts("keys");
  return (
    <p className="text-muted">
      {overlapEnd === null ? (
        t("issued.no_overlap")
      ) : (
        <TimeInText iso={overlapEnd}>{(date) => t("issued.overlap", { date })}</TimeInText>
      )}
    </p>
  );
}

/** A text to copy as it stands. */
export function CodeBlock({ label, copyLabel, text }: { label: string; copyLabel: string; text: string }) {
  return (
    <div className="grid gap-2">
      <span className="text-control font-medium">{label}</span>
      <code className="block select-all whitespace-pre-wrap rounded border border-line bg-sunken p-3 font-mono text-sm [overflow-wrap:anywhere]">
        {text}
      </code>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} label={copyLabel} size="sm" />
      </div>
    </div>
  );
}

/** The call of each scope that reads something, or records an event. Other calls change what others see. */
const CALLS: Partial<Record<KeyScope, string>> = {
  "users:read": "/api/account/users",
  "account:read": "/api/account/activity",
  "billing:read": "/api/account/subscription",
  "usage:read": "/api/account/usage",
};

/** A command that runs as it stands; null when none of the key's calls is harmless. */
function toCommand(fullKey: string, scopes: readonly KeyScope[], appUrl: string): string | null {
  const start = (path: string) => `curl ${appUrl}${path} -H "Authorization: Bearer ${fullKey}"`;
  const path = scopes.map((scope) => CALLS[scope]).find((found) => found !== undefined);
  if (path !== undefined) return start(path);
  if (!scopes.includes("events:write")) return null;
  return `${start("/api/event")} -H "Content-Type: application/json" -d '{"name":"key_tried"}'`;
}

/**
 * The key that this page has received, null before that, and the function that takes it from a reply. It is sent once, in
 * the reply to a form. Without scripts it comes with the page.
 */
export function useIssuedKey(): [issued: IssuedKey | null, take: (reply: FormReply) => void] {
  const posted = useActionData<FormReply>();
  const [taken, setTaken] = useState<IssuedKey | null>(null);
  return [taken ?? findIssuedKey(posted), (reply) => setTaken(findIssuedKey(reply))];
}

function findIssuedKey(reply: FormReply | undefined): IssuedKey | null {
  const data: unknown = reply?.ok ? reply.data : null;
  const isIssued = typeof data === "object" && data !== null && "full_key" in data;
  return isIssued ? (data as IssuedKey) : null;
}
