/** The cards of one API key: its settings, its usage, and the ways to replace or end it. */
import { useId, useState } from "react";
import {
  type ApiKeyView,
  type KeyUsageView,
  KEY_OVERLAP_HOURS,
  KEY_OVERLAP_HOURS_DEFAULT,
} from "~/domain/api-keys";
import { formatScopes } from "~/domain/key-scopes";
import type { ReauthenticationState } from "~/domain/forms/reauthentication";
import type { FormReply } from "~/domain/forms/reply";
import { formatDay } from "~/domain/dates";
import { formatGroupedNumber } from "~/domain/numbers";
import { Chart } from "../chart/chart";
import { ActionForm, SubmitButton } from "../form/action-form";
import { PostForm } from "../form/post-form";
import { ReauthenticationField } from "../form/reauthentication-field";
import { SelectField } from "../form/select-field";
import { Button } from "../kit/button";
import { Card, CardBody, CardHeader } from "../kit/card";
import { Confirm } from "../kit/confirm";
import { Time, TimeInText } from "../kit/time";
import { useTexts } from "../use-texts";
import { KeyFields, type KeyFieldsProps } from "./key-fields";

interface KeyCardProps {
  apiKey: ApiKeyView;
  reauthentication: ReauthenticationState;
}

/** A new name asks for nothing: the password is asked for once another field changes, or when the server wants it. */
export function SettingsCard({
  apiKey,
  reauthentication,
  ...fields
}: KeyCardProps & Pick<KeyFieldsProps, "scopes" | "today">) {
  const { t } = useTexts("keys");
  const [isSensitive, setIsSensitive] = useState(false);
  const { id, name, scope, expires_at: expiresAt, allowed_ips: allowedIps } = apiKey;
  return (
    <Card id="settings">
      <CardHeader title={t("form.details")} description={t("form.details_description")} />
      <CardBody>
        <ActionForm
          intent="save"
          action="#settings"
          fields={{ id }}
          shown={{
            name,
            scope: formatScopes(scope),
            expires_at: expiresAt?.slice(0, 10) ?? "",
            allowed_ips: allowedIps.join(" "),
          }}
          schema={() => import("~/domain/forms/keys").then((forms) => forms.keyForm)}
        >
          <KeyFields
            {...fields}
            values={{ name, scope, expires: expiresAt?.slice(0, 10) ?? "", allowedIps }}
            onSensitiveInput={() => setIsSensitive(true)}
          />
          <div className="max-w-md empty:hidden">
            <ReauthenticationField
              {...reauthentication}
              isRecent={reauthentication.isRecent || !isSensitive}
            />
          </div>
          <SubmitButton className="justify-self-start">{t("form.save")}</SubmitButton>
        </ActionForm>
      </CardBody>
    </Card>
  );
}

/** Who the key is for and when it was used. */
export function FactsCard({ apiKey, usage }: { apiKey: ApiKeyView; usage: KeyUsageView }) {
  const { t } = useTexts("keys");
  const facts = [
    [t("facts.key"), <code key="key">{apiKey.key}</code>],
    [t("facts.created_by"), apiKey.created_by ?? t("facts.nobody")],
    [t("facts.created"), <Time key="created" iso={apiKey.created_at} />],
    [
      t("last_used"),
      apiKey.last_used_at === null ? t("never") : <Time key="used" iso={apiKey.last_used_at} />,
    ],
    [t("facts.last_ip"), apiKey.last_used_ip ?? "–"],
  ] as const;
  return (
    <Card>
      <CardHeader title={t("usage.title")} description={<UsageText usage={usage} />} />
      <CardBody className="grid gap-5">
        <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
          {facts.map(([name, value]) => (
            <div key={name} className="min-w-0">
              <dt className="text-sm text-muted">{name}</dt>
              <dd className="[overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
        </dl>
        {usage.total > 0 ? <UsageChart usage={usage} /> : null}
      </CardBody>
    </Card>
  );
}

function UsageText({ usage: { total } }: { usage: KeyUsageView }) {
  const { t, locale } = useTexts("keys");
  if (total === 0) return <>{t("usage.none")}</>;
  return <>{t("usage.total", { count: total, calls: formatGroupedNumber(total, locale) })}</>;
}

function UsageChart({ usage: { days } }: { usage: KeyUsageView }) {
  const { t, locale } = useTexts("keys");
  return (
    <Chart
      type="bar"
      title={t("usage.by_day")}
      labelsName={t("usage.day")}
      labels={days.map(({ date }) => formatDay(date, locale))}
      datasets={[{ label: t("usage.calls"), values: days.map(({ calls }) => calls) }]}
    />
  );
}

export function RotateCard({
  apiKey,
  reauthentication,
  onDone,
}: KeyCardProps & { onDone: (reply: FormReply) => void }) {
  const { t } = useTexts("keys");
  const { id, overlap_ends_at: overlapEnd } = apiKey;
  return (
    <Card id="rotate">
      <CardHeader title={t("rotate.title")} description={t("rotate.description")} />
      <CardBody className="grid gap-4">
        {overlapEnd === null ? null : (
          <p>
            <TimeInText iso={overlapEnd}>{(date) => t("rotate.running", { date })}</TimeInText>
          </p>
        )}
        <ActionForm
          intent="rotate"
          action="#rotate"
          fields={{ id }}
          className="max-w-md"
          onDone={onDone}
          schema={() => import("~/domain/forms/keys").then((forms) => forms.keyRotationForm)}
        >
          <SelectField
            name="overlap_hours"
            label={t("rotate.overlap_label")}
            defaultValue={String(KEY_OVERLAP_HOURS_DEFAULT)}
            options={KEY_OVERLAP_HOURS.map((hours) => ({
              value: String(hours),
              label: t(`rotate.overlap.${hours}`),
            }))}
          />
          <ReauthenticationField {...reauthentication} />
          <SubmitButton variant="secondary" className="justify-self-start">
            {t("rotate.submit")}
          </SubmitButton>
        </ActionForm>
      </CardBody>
    </Card>
  );
}

export function RevokeCard({ apiKey: { id, name } }: Pick<KeyCardProps, "apiKey">) {
  const { t } = useTexts("keys");
  return (
    <EndCard
      intent="revoke"
      fields={{ id }}
      label={t("revoke")}
      title={t("revoke_title")}
      description={t("revoke_description")}
      question={t("revoke_question", { name })}
      consequence={t("revoke_consequence")}
    />
  );
}

export function DeleteCard({ apiKey: { id, name } }: Pick<KeyCardProps, "apiKey">) {
  const { t } = useTexts("keys");
  return (
    <EndCard
      intent="delete"
      fields={{ ids: id }}
      label={t("delete")}
      title={t("delete_title")}
      description={t("delete_description")}
      question={t("delete_named_question", { name })}
      consequence={t("delete_consequence")}
    />
  );
}

interface EndCardProps {
  intent: string;
  fields: Readonly<Record<string, string>>;
  label: string;
  title: string;
  description: string;
  question: string;
  consequence: string;
}

/** A card with one button that cannot be undone. Asks for confirmation where scripts run. */
function EndCard({ intent, fields, label, title, description, question, consequence }: EndCardProps) {
  const id = useId();
  const button = (
    <Button type="submit" variant="danger">
      {label}
    </Button>
  );
  return (
    <Card>
      <CardHeader
        title={title}
        description={description}
        actions={
          <PostForm id={id} intent={intent} fields={fields}>
            <Confirm
              formId={id}
              trigger={button}
              title={question}
              description={consequence}
              confirmLabel={label}
            />
          </PostForm>
        }
      />
    </Card>
  );
}
