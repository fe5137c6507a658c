/** The start of the API's reference: how to make a first call, how all calls behave, and the list of all calls. */
import { Link } from "@remix-run/react";
import { KEY_VARIABLE, type ReferenceGroup } from "~/domain/api-reference";
import { KEY_PREFIXES } from "~/domain/api-keys";
import { paths } from "~/domain/paths";
import { Card, CardBody, CardHeader } from "../kit/card";
import { linkClass, TextLink } from "../kit/text-link";
import { useTexts } from "../use-texts";
import { CallBadges, CallPath } from "./call-card";
import { CodeText } from "./code-sample";
import { DocText } from "./doc-text";

/** How to get a key and to make a first call. */
export function StartCard({ firstCall }: { firstCall: string }) {
  const { t } = useTexts("reference");
  return (
    <Card>
      <CardHeader title={t("start.title")} description={t("start.description")} />
      <CardBody className="grid grid-cols-1 gap-3">
        <p>
          {t("start.key")} <TextLink to={paths.apiKeys}>{t("start.keys")}</TextLink>
        </p>
        <CodeText code={`export ${KEY_VARIABLE}="${KEY_PREFIXES.live}…"`} />
        <p>{t("start.call")}</p>
        <CodeText code={firstCall} />
        <p>
          {t("start.document")}{" "}
          <a href={paths.openApi} className={linkClass}>
            {t("start.document_link")}
          </a>
        </p>
      </CardBody>
    </Card>
  );
}

/** The rules of all calls, as the document says them. */
export function RulesCard({ paragraphs }: { paragraphs: readonly string[] }) {
  const { t } = useTexts("reference");
  return (
    <Card>
      <CardHeader title={t("rules")} />
      <CardBody className="grid gap-3 text-muted">
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>
            <DocText text={paragraph} />
          </p>
        ))}
      </CardBody>
    </Card>
  );
}

/** A group and its calls, each a link to its details. */
export function GroupCard({ group: { slug, name, description, calls } }: { group: ReferenceGroup }) {
  return (
    <Card>
      <CardHeader
        title={
          <Link to={paths.apiDocsGroup(slug)} lang="en" className={linkClass}>
            {name}
          </Link>
        }
        description={<span lang="en">{description}</span>}
      />
      <ul className="border-t border-line">
        {calls.map((call) => (
          <li
            key={call.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 border-b border-line px-5 py-2.5 last:border-b-0"
          >
            <div className="min-w-0">
              <Link to={`${paths.apiDocsGroup(slug)}#${call.id}`} lang="en" className={linkClass}>
                {call.title}
              </Link>
              <div className="text-muted">
                <CallPath call={call} />
              </div>
            </div>
            <div className="flex flex-wrap gap-2">
              <CallBadges call={call} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
