/** The form that lets support sign in as the user, and what support did with that access. */
import { useTranslation } from "react-i18next";
import { SUPPORT_HOURS, SUPPORT_HOURS_DEFAULT } from "~/domain/limits";
import { ActivityList, type ListedActivity } from "../activity/activity-list";
import { ActionForm, SubmitButton } from "../form/action-form";
import { RadioField } from "../form/choice-fields";
import { PostForm } from "../form/post-form";
import { Button } from "../kit/button";
import { Card, CardBody, CardHeader } from "../kit/card";
import { Notice } from "../kit/notice";
import { TimeInText } from "../kit/time";

export interface SupportAccessProps {
  /** ISO 8601; null while support has no access. */
  until: string | null;
  /** The viewer is a master who impersonates this user. */
  isImpersonated: boolean;
  activity: readonly ListedActivity[];
}

export function SupportAccess({ until, isImpersonated, activity }: SupportAccessProps) {
  const { t } = useTranslation("help");
  return (
    <>
      <Card id="support">
        <CardHeader title={t("support.title")} description={until ? undefined : t("support.off")} />
        <CardBody>
          {until ? <Allowed until={until} isImpersonated={isImpersonated} /> : <AllowForm />}
        </CardBody>
      </Card>
      <Card>
        <CardHeader
          title={t("support.activity")}
          description={activity.length === 0 ? t("support.none") : undefined}
        />
        {activity.length > 0 ? <ActivityList entries={activity} /> : null}
      </Card>
    </>
  );
}

function Allowed({ until, isImpersonated }: { until: string; isImpersonated: boolean }) {
  const { t } = useTranslation("help");
  return (
    <div className="grid gap-4">
      <Notice tone="warn">
        <TimeInText iso={until}>{(time) => t("support.on", { until: time })}</TimeInText>
      </Notice>
      {isImpersonated ? (
        <p className="text-sm text-muted">{t("support.acting")}</p>
      ) : (
        <PostForm intent="end-support-access" fields={{ support_enabled: "false" }} action="#support">
          <Button type="submit">{t("support.refuse")}</Button>
        </PostForm>
      )}
    </div>
  );
}

function AllowForm() {
  const { t } = useTranslation("help");
  const options = SUPPORT_HOURS.map((hours) => ({
    value: String(hours),
    label: t(`support.hours.${hours}`),
  }));
  return (
    <ActionForm
      intent="allow-support-access"
      fields={{ support_enabled: "true" }}
      action="#support"
      schema={() => import("~/domain/forms/support").then((forms) => forms.supportAccessForm)}
    >
      <RadioField
        name="support_hours"
        label={t("support.duration")}
        hint={t("support.hint")}
        options={options}
        defaultValue={String(SUPPORT_HOURS_DEFAULT)}
      />
      <SubmitButton variant="secondary" className="justify-self-start">
        {t("support.allow")}
      </SubmitButton>
    </ActionForm>
  );
}
