/** The step Database: the kind of database, and how to reach it. */
import type { ReactNode } from "react";
import {
  DATABASE_CLIENT_DEFAULT,
  DATABASE_CLIENTS,
  DATABASE_SERVERS,
  isDatabaseServer,
  type SettingView,
} from "~/domain/setup";
import { NumberField, PasswordField, TextField } from "../form/fields";
import { SelectField } from "../form/select-field";
import { Notice } from "../kit/notice";
import { useTexts } from "../use-texts";
import { StepForm } from "./step-form";

interface DatabaseFormProps {
  revision: number;
  settings: readonly SettingView[];
  /** Whether there are, or were, users, whose data would stay behind. */
  hasUsers: boolean;
}

export function DatabaseForm({ revision, settings, hasUsers }: DatabaseFormProps) {
  const { t } = useTexts("setup");
  if (isFixedDatabase(settings)) return <p className="text-muted">{t("errors.fixed")}</p>;
  if (hasUsers) return <Notice tone="warn">{t("database.present_has_users")}</Notice>;
  return (
    <StepForm
      intent="database"
      revision={revision}
      isTested="by_choice"
      schema={() => import("~/domain/forms/setup").then((forms) => forms.databaseForm)}
    >
      <div className="group grid gap-[18px]">
        <SelectField
          name="client"
          label={t("database.client_label")}
          options={DATABASE_CLIENTS.map((value) => ({
            value,
            label: isDatabaseServer(value) ? DATABASE_SERVERS[value] : t(`database.client.${value}`),
          }))}
          defaultValue={DATABASE_CLIENT_DEFAULT}
        />
        <ServerFields />
        <FileField />
      </div>
    </StepForm>
  );
}

/** Whether the environment names the database, so that there is no form. */
export function isFixedDatabase(settings: readonly SettingView[]): boolean {
  return settings.some(({ source }) => source === "environment");
}

/** Hidden by the style sheet where the chosen database does not have them, and so without scripts as well. */
function ServerFields() {
  const { t } = useTexts("setup");
  return (
    <div className="grid gap-[18px] group-has-[option[value=embedded]:checked]:hidden group-has-[option[value=sqlite3]:checked]:hidden">
      <div className="grid items-start gap-[18px] sm:grid-cols-[1fr_8rem]">
        <TextField name="host" label={t("database.host")} hint={t("database.host_hint")} autoComplete="off" />
        <ForPort>
          <NumberField name="port" label={t("database.port")} />
        </ForPort>
      </div>
      <TextField name="user" label={t("database.user")} autoComplete="off" />
      <PasswordField
        name="password"
        label={t("database.password")}
        isRequired={false}
        autoComplete="new-password"
      />
      <TextField name="name" label={t("database.name")} hint={t("database.name_hint")} autoComplete="off" />
    </div>
  );
}

function ForPort({ children }: { children: ReactNode }) {
  return <div className="group-has-[option[value=mongo]:checked]:hidden">{children}</div>;
}

function FileField() {
  const { t } = useTexts("setup");
  return (
    <div className="hidden group-has-[option[value=sqlite3]:checked]:block">
      <TextField
        name="filename"
        label={t("database.filename")}
        hint={t("database.filename_hint")}
        placeholder="product.db"
        autoComplete="off"
      />
    </div>
  );
}
