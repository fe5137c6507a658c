/** The form that lets support sign in as the user, and what support did with that access. */
import { SUPPORT_HOURS, SUPPORT_HOURS_DEFAULT } from "~/domain/limits";
import { AuditList, type ListedAudit } from "../audit/audit-list";
import { PostForm, useSent } from "../form/post-form";
import { SelectField } from "../form/select-field";
import { Badge } from "../kit/badge";
import { Card, CardBody, CardHeader } from "../kit/card";
import { SwitchButton } from "../kit/switch-button";
import { TimeInText } from "../kit/time";
import { useTexts } from "../use-texts";

const INTENT = "change-support-access";

interface SupportAccessProps {
  /** ISO 8601; null while support has no access. */
  until: string | null;
  /** The viewer is a master who impersonates this user. */
  isImpersonated: boolean;
  audits: readonly ListedAudit[];
}

export function SupportAccess({ until, isImpersonated, audits }: SupportAccessProps) {
  const { t } = useTexts("help");
  return (
    <>
      <Card id="support">
        <CardHeader title={t("support.title")} description={t("support.description")} />
        <CardBody>
          <AccessForm until={until} isImpersonated={isImpersonated} />
        </CardBody>
      </Card>
      <Card>
        <CardHeader
          title={t("support.activity")}
          description={audits.length === 0 ? t("support.none") : undefined}
        />
        {audits.length > 0 ? <AuditList entries={audits} /> : null}
      </Card>
    </>
  );
}

/**
 * A switch with its time: for how long while it is off, and until when while it is on. The switch turns at once, and back
 * if the server refuses.
 */
function AccessForm({ until, isImpersonated }: Omit<SupportAccessProps, "audits">) {
  const { t } = useTexts("help");
  const isOn = until !== null;
  const sent = useSent(INTENT).at(-1)?.get("support_enabled");
  const options = SUPPORT_HOURS.map((hours) => ({
    value: String(hours),
    label: t(`support.hours.${hours}`),
  }));
  return (
    <PostForm
      intent={INTENT}
      fields={{ support_enabled: String(!isOn) }}
      action="#support"
      keepsScroll
      className="grid gap-3"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <SwitchButton
          label={t("support.switch")}
          isOn={sent == null ? isOn : sent === "true"}
          isDisabled={isImpersonated}
        />
        {isOn ? (
          <Badge tone="warn">
            <span>
              <TimeInText iso={until}>{(time) => t("support.until", { time })}</TimeInText>
            </span>
          </Badge>
        ) : (
          <SelectField
            name="support_hours"
            label={t("support.duration")}
            options={options}
            defaultValue={String(SUPPORT_HOURS_DEFAULT)}
          />
        )}
      </div>
      <p className="text-sm text-muted">{isImpersonated ? t("support.acting") : t("support.hint")}</p>
    </PostForm>
  );
}
