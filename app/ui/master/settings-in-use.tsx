/** The settings in use: each with its value, where it comes from, and when it was last tested. */
import type { SettingInUse, SetupLevel } from "~/domain/setup";
import { Badge, type Tone } from "../kit/badge";
import { Card, CardHeader } from "../kit/card";
import { TimeInText } from "../kit/time";
import { useTexts } from "../use-texts";

const TONES: Record<SetupLevel, Tone> = { ok: "good", warning: "warn", failure: "bad" };

/** A list and not a table: on a phone the names of the variables need the whole width. */
export function SettingsInUse({ settings }: { settings: readonly SettingInUse[] }) {
  const { t } = useTexts("master");
  return (
    <Card>
      <CardHeader title={t("health.settings")} description={t("health.settings_hint")} />
      <ul className="grid divide-y divide-line border-t border-line">
        {settings.map((setting) => (
          <SettingItem key={setting.name} {...setting} />
        ))}
      </ul>
    </Card>
  );
}

function SettingItem({ name, source, test, ...shown }: SettingInUse) {
  const { t } = useTexts("master");
  return (
    <li className="grid gap-x-4 gap-y-1 px-5 py-2.5 sm:grid-cols-[minmax(0,19rem)_minmax(0,1fr)_auto] sm:items-center">
      <code className="font-mono text-sm [overflow-wrap:anywhere]">{name}</code>
      <span className="min-w-0 text-sm [overflow-wrap:anywhere]">
        <SettingValue {...shown} />
      </span>
      <span className="flex flex-wrap gap-2 sm:justify-self-end">
        {test === null ? null : (
          <Badge tone={TONES[test.level]}>
            <span>
              <TimeInText iso={test.at}>{(time) => t(`health.tested.${test.level}`, { time })}</TimeInText>
            </span>
          </Badge>
        )}
        <Badge tone={source === "default" ? "neutral" : "accent"}>{t(`health.from.${source}`)}</Badge>
      </span>
    </li>
  );
}

type SettingValueProps = Pick<SettingInUse, "is_set" | "is_secret" | "value" | "ending">;

function SettingValue({ is_set: isSet, is_secret: isSecret, value, ending }: SettingValueProps) {
  const { t } = useTexts("master");
  if (!isSet) return <span className="text-muted">{t("health.not_set")}</span>;
  if (!isSecret) return value;
  return ending === null ? t("health.is_set") : t("health.ends_with", { ending });
}
