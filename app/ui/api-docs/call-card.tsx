/** One call of the API in full: its input, its errors, an example of its answer, and samples. */
import {
  SAMPLE_LANGUAGES,
  type ReferenceCall,
  type ReferenceEntry,
  type ReferenceField,
  type SampleLanguage,
} from "~/domain/api-reference";
import { Badge } from "../kit/badge";
import { Card, CardBody, CardHeader } from "../kit/card";
import { useTexts } from "../use-texts";
import { CodeSample } from "./code-sample";
import { DocText } from "./doc-text";

export function CallCard({ call }: { call: ReferenceCall }) {
  const { t } = useTexts("reference");
  const { id, title, description, fields, errors, answer, samples } = call;
  const languages = Object.keys(samples ?? {}) as SampleLanguage[];
  return (
    <Card id={id} className="scroll-mt-4">
      <CardHeader
        title={<span lang="en">{title}</span>}
        description={<CallPath call={call} />}
        actions={<CallBadges call={call} />}
      />
      <CardBody className="grid grid-cols-1 gap-5">
        {description.split("\n\n").map((paragraph) => (
          <p key={paragraph}>
            <DocText text={paragraph} />
          </p>
        ))}
        {fields.length > 0 ? <Fields fields={fields} /> : null}
        <div className="grid grid-cols-1 gap-2">
          {languages.map((language, index) => (
            <CodeSample
              key={language}
              title={SAMPLE_LANGUAGES[language]}
              name={`${id} ${language}`}
              code={samples?.[language] ?? ""}
              isOpen={index === 0}
            />
          ))}
          <CodeSample title={t("answer")} code={answer} />
          <Errors errors={errors} />
        </div>
      </CardBody>
    </Card>
  );
}

/** The method and the path. */
export function CallPath({ call: { method, path } }: { call: ReferenceEntry }) {
  return (
    <code translate="no" className="font-mono text-sm [overflow-wrap:anywhere]">
      <b className="font-semibold text-text">{method}</b>
      {` ${path}`}
    </code>
  );
}

/** Which credential the call takes, and whether it is going to be removed. */
export function CallBadges({ call: { scope, isDeprecated } }: { call: ReferenceEntry }) {
  const { t } = useTexts("reference");
  return (
    <>
      {isDeprecated ? <Badge tone="warn">{t("deprecated")}</Badge> : null}
      {scope === null ? (
        <Badge>{t("no_keys")}</Badge>
      ) : (
        <Badge tone="accent" title={t("scope")}>
          <span className="sr-only">{t("scope")} </span>
          {scope}
        </Badge>
      )}
    </>
  );
}

function Fields({ fields }: { fields: ReferenceField[] }) {
  const { t } = useTexts("reference");
  return (
    <table className="w-full text-left text-sm">
      <caption className="pb-1 text-left text-control font-medium">{t("input")}</caption>
      <thead>
        <tr className="border-b border-line text-muted">
          <th scope="col" className={CELL}>
            {t("field.name")}
          </th>
          <th scope="col" className={CELL}>
            {t("field.type")}
          </th>
          <th scope="col" className={CELL}>
            {t("field.in")}
          </th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, in: place, type, isRequired }) => (
          <tr key={`${place} ${name}`} className="border-b border-line align-top last:border-b-0">
            <th scope="row" className={CELL}>
              <code translate="no" className="font-mono">
                {name}
              </code>
              {isRequired ? (
                <span className="block text-xs font-normal text-muted">{t("required")}</span>
              ) : null}
            </th>
            <td className={CELL} lang="en">
              {type}
            </td>
            <td className={CELL}>{t(`place.${place}`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const CELL = "py-1.5 pr-3 font-normal [overflow-wrap:anywhere]";

function Errors({ errors }: Pick<ReferenceCall, "errors">) {
  const { t } = useTexts("reference");
  return (
    <details className="rounded border border-line">
      <summary className="cursor-pointer rounded px-3 py-2 text-control font-medium">{t("errors")}</summary>
      <dl className="grid gap-2 border-t border-line p-3 text-sm">
        {errors.map(({ status, description }) => (
          <div key={status} className="grid grid-cols-[4rem_minmax(0,1fr)] gap-2">
            <dt className="font-medium">{status === "default" ? t("other_status") : status}</dt>
            <dd className="text-muted">
              <DocText text={description} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
