/** Mission control's page Health: the checks of the installation, and the settings in use. */
import type { ComparisonView } from "~/domain/comparisons";
import type { SettingInUse } from "~/domain/setup";
import { CheckList, type ShownCheck } from "../checks/check-list";
import { Notice } from "../kit/notice";
import { useTexts } from "../use-texts";
import { Comparisons } from "./comparisons";
import { MasterLayout } from "./master-layout";
import { SettingsInUse } from "./settings-in-use";

interface HealthProps {
  /** Whether no check has failed. */
  ok: boolean;
  checks: readonly ShownCheck[];
  settings: readonly SettingInUse[];
  comparisons: readonly ComparisonView[];
}

export function Health({ ok, checks, settings, comparisons }: HealthProps) {
  const { t } = useTexts("master");
  const count = checks.filter(({ level }) => level !== "ok").length;
  return (
    <MasterLayout hint={t("health.hint")}>
      <div className="grid grid-cols-1 gap-4">
        <Notice tone={ok ? (count === 0 ? "good" : "warn") : "bad"}>
          {count === 0 ? t("health.all_ok") : t("health.to_do", { count })}
        </Notice>
        <CheckList checks={checks} />
        <Comparisons comparisons={comparisons} />
        <SettingsInUse settings={settings} />
      </div>
    </MasterLayout>
  );
}
