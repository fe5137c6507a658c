/** The operator's switches: the announcement, maintenance, and who may sign up. One card for each. */
import { LANGUAGES, LOCALES, type Locale } from "~/domain/locales";
import {
  SIGN_UP_MODES,
  type MaintenanceState,
  type SignUpMode,
  ANNOUNCEMENT_MAX_LENGTH,
} from "~/domain/site";
import { ActionForm, SubmitButton } from "../form/action-form";
import { CheckboxField, RadioField } from "../form/choice-fields";
import { DateTimeField } from "../form/date-time-field";
import { TextField } from "../form/fields";
import { HiddenField } from "../form/hidden-field";
import { PostForm } from "../form/post-form";
import { Badge } from "../kit/badge";
import { Button } from "../kit/button";
import { Card, CardBody, CardHeader } from "../kit/card";
import { Time } from "../kit/time";
import { useTexts } from "../use-texts";
import { MasterLayout } from "./master-layout";

interface Touched {
  /** The state that the form was filled in from. */
  revision: number;
  changed: string | null;
}

interface SitePageProps {
  announcement: Touched &
    Record<`text_${Locale}`, string> & { from: string | null; until: string | null; is_shown: boolean };
  maintenance: Touched & { state: MaintenanceState };
  sign_ups: Touched & { mode: SignUpMode };
}

export function SitePage({ announcement, maintenance, sign_ups }: SitePageProps) {
  const { t } = useTexts("master");
  return (
    <MasterLayout hint={t("site.hint")}>
      <div className="grid max-w-2xl gap-5">
        <AnnouncementCard {...announcement} />
        <SignUpsCard {...sign_ups} />
        <MaintenanceCard {...maintenance} />
      </div>
    </MasterLayout>
  );
}

const loadForms = () => import("~/domain/forms/site");

function AnnouncementCard({ revision, changed, ...announcement }: SitePageProps["announcement"]) {
  const { t } = useTexts("master");
  const hasText = LOCALES.some((locale) => announcement[`text_${locale}`] !== "");
  const state = announcement.is_shown ? "shown" : hasText ? "not_shown" : "none";
  return (
    <Card id="announcement">
      <CardHeader
        title={t("site.announcement")}
        actions={
          <Badge tone={announcement.is_shown ? "good" : "neutral"}>
            {t(`site.announcement_state.${state}`)}
          </Badge>
        }
      />
      <CardBody>
        <div className="grid gap-4">
          <p className="text-muted">{t("site.announcement_text")}</p>
          <ActionForm
            key={revision}
            action="#announcement"
            intent="announce"
            schema={() => loadForms().then((forms) => forms.announcementForm)}
          >
            <HiddenField name="revision" value={String(revision)} />
            {LOCALES.map((locale) => (
              <TextField
                key={locale}
                name={`text_${locale}`}
                label={LANGUAGES[locale].name}
                defaultValue={announcement[`text_${locale}`]}
                maxLength={ANNOUNCEMENT_MAX_LENGTH}
                isRequired={false}
                autoComplete="off"
              />
            ))}
            <div className="grid gap-4 sm:grid-cols-2">
              <DateTimeField
                name="from"
                label={t("site.from")}
                hint={t("site.from_hint")}
                defaultValue={announcement.from}
                isRequired={false}
              />
              <DateTimeField
                name="until"
                label={t("site.until")}
                hint={t("site.until_hint")}
                defaultValue={announcement.until}
                isRequired={false}
              />
            </div>
            <SubmitButton className="justify-self-start">{t("site.announce")}</SubmitButton>
          </ActionForm>
          {hasText ? (
            <PostForm intent="remove-announcement" action="#announcement">
              <input type="hidden" name="revision" value={revision} />
              <Button type="submit">{t("site.remove_announcement")}</Button>
            </PostForm>
          ) : null}
          <LastChange changed={changed} />
        </div>
      </CardBody>
    </Card>
  );
}

function SignUpsCard({ mode, revision, changed }: SitePageProps["sign_ups"]) {
  const { t } = useTexts("master");
  const options = SIGN_UP_MODES.map((each) => ({
    value: each,
    label: t(`site.mode.${each}`),
    hint: t(`site.mode_hint.${each}`),
  }));
  return (
    <Card id="sign-ups">
      <CardHeader title={t("site.sign_ups")} />
      <CardBody>
        <ActionForm
          key={revision}
          action="#sign-ups"
          intent="sign-ups"
          schema={() => loadForms().then((forms) => forms.signUpModeForm)}
        >
          <HiddenField name="revision" value={String(revision)} />
          <RadioField name="mode" label={t("site.who")} options={options} defaultValue={mode} />
          <SubmitButton variant="secondary" className="justify-self-start">
            {t("site.save")}
          </SubmitButton>
          <LastChange changed={changed} />
        </ActionForm>
      </CardBody>
    </Card>
  );
}

function MaintenanceCard({ state, revision, changed }: SitePageProps["maintenance"]) {
  const { t } = useTexts("master");
  const isClosed = state === "closed";
  return (
    <Card id="maintenance">
      <CardHeader
        title={t("site.maintenance")}
        actions={
          <Badge tone={isClosed ? "warn" : "good"}>
            {isClosed ? t("site.is_closed") : t("site.is_open")}
          </Badge>
        }
      />
      <CardBody>
        <ActionForm
          key={revision}
          action="#maintenance"
          intent="maintenance"
          schema={() => loadForms().then((forms) => forms.maintenanceForm)}
        >
          <p className="text-muted">{t("site.maintenance_text")}</p>
          <HiddenField name="revision" value={String(revision)} />
          <input type="hidden" name="state" value={isClosed ? "open" : "closed"} />
          {isClosed ? null : <CheckboxField name="confirm" label={t("site.confirm")} />}
          <SubmitButton variant={isClosed ? "primary" : "danger"} className="justify-self-start">
            {isClosed ? t("site.open") : t("site.close")}
          </SubmitButton>
          <LastChange changed={changed} />
        </ActionForm>
      </CardBody>
    </Card>
  );
}

function LastChange({ changed }: Pick<Touched, "changed">) {
  const { t } = useTexts("master");
  if (changed === null) return null;
  return (
    <p className="text-sm text-muted">
      {t("site.changed")} <Time iso={changed} />
    </p>
  );
}
