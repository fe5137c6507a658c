/** Mission control's page Health: the checks of the installation, and the settings in use. */
import { useMemo } from "react";
import type { SettingInUse, SetupLevel } from "~/domain/setup";
import { CheckList, type ShownCheck } from "../checks/check-list";
import type { Tone } from "../kit/badge";
import { Notice } from "../kit/notice";
import { ServerTable } from "../table/server-table";
import type { TableColumn } from "../table/table-data";
import { useTexts } from "../use-texts";
import { MasterLayout } from "./master-layout";

export interface HealthProps {
  ok: boolean;
  checks: ShownCheck[];
  settings: SettingInUse[];
}

type SettingTableRow = SettingInUse & { id: string };

export function Health({ ok, checks, settings }: HealthProps) {
  const { t } = useTexts("master");
  const columns = useColumns();
  const rows = useMemo(() => settings.map((setting) => ({ ...setting, id: setting.name })), [settings]);
  const count = checks.filter(({ level }) => level !== "ok").length;
  return (
    <MasterLayout hint={t("health.hint")}>
      <div className="grid grid-cols-1 gap-4">
        <Notice tone={ok ? (count === 0 ? "good" : "warn") : "bad"}>
          {count === 0 ? t("health.all_ok") : t("health.to_do", { count })}
        </Notice>
        <CheckList checks={checks} />
        <ServerTable
          title={t("health.settings")}
          rows={rows}
          columns={columns}
          server={{ next: null, previous: null }}
        />
      </div>
    </MasterLayout>
  );
}

const TONES: Record<SetupLevel, Tone> = { ok: "good", warning: "warn", failure: "bad" };

function useColumns(): TableColumn<SettingTableRow>[] {
  const { t } = useTexts("master");
  return useMemo(() => {
    const toValue = ({ is_set: isSet, is_secret: isSecret, value, ending }: SettingTableRow) => {
      if (!isSet) return t("health.not_set");
      if (!isSecret) return value;
      return ending === null ? t("health.is_set") : t("health.ends_with", { ending });
    };
    return [
      { id: "name", header: t("health.setting"), cell: ({ name }) => name },
      { id: "value", header: t("health.value"), cell: toValue },
      {
        id: "source",
        header: t("health.source"),
        cell: ({ source }) => ({
          kind: "badge",
          label: t(`health.from.${source}`),
          tone: source === "default" ? "neutral" : "accent",
        }),
      },
      {
        id: "test",
        header: t("health.test"),
        cell: ({ test }) =>
          test && { kind: "badge", label: t(`health.tested.${test.level}`), tone: TONES[test.level] },
      },
      { id: "tested", header: t("health.last_test"), cell: ({ test }) => test?.at ?? null },
    ];
  }, [t]);
}
