/** The settings that a step of setup uses now: one sentence, and each with its value and where it comes from. */
import type { SettingView, SetupLevel, SetupStepView } from "~/domain/setup";
import { Badge, type Tone } from "../kit/badge";
import { TimeInText } from "../kit/time";
import { useTexts } from "../use-texts";

interface SettingListProps extends SetupStepView {
  /** The sentence that says what is in use, in the reader's language. */
  inUse: string;
}

/** A long list shows only those that are set. */
const LONG_LIST = 12;

export function SettingList({ inUse, settings, test }: SettingListProps) {
  const shown = settings.length > LONG_LIST ? settings.filter(({ is_set }) => is_set) : settings;
  return (
    <div className="grid gap-3 rounded-lg border border-line bg-sunken p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-medium">{inUse}</p>
        {test ? <LastTest {...test} /> : null}
      </div>
      <dl className="grid gap-x-4 gap-y-2 text-sm sm:grid-cols-[auto_minmax(0,1fr)_auto]">
        {shown.map((setting) => (
          <SettingLine key={setting.name} {...setting} />
        ))}
      </dl>
    </div>
  );
}

/** On a phone the three parts stand below each other. */
function SettingLine({ name, source, value, ending, is_set, is_secret }: SettingView) {
  const { t } = useTexts("setup");
  const shown = is_secret
    ? ending === null
      ? t("setting.is_set")
      : t("setting.ends_with", { ending })
    : value;
  return (
    <div className="grid gap-x-4 gap-y-1 sm:contents">
      <dt className="text-muted [overflow-wrap:anywhere]">
        {name.startsWith("OIDC_") ? <code>{name}</code> : t(`setting.name.${name as "APP_URL"}`)}
      </dt>
      <dd className="min-w-0 break-words">{is_set ? shown : t("setting.not_set")}</dd>
      <dd className="sm:justify-self-end">
        <Badge tone={source === "default" ? "neutral" : "accent"}>{t(`setting.source.${source}`)}</Badge>
      </dd>
    </div>
  );
}

const TONES: Record<SetupLevel, Tone> = { ok: "good", warning: "warn", failure: "bad" };

function LastTest({ at, level }: { at: string; level: SetupLevel }) {
  const { t } = useTexts("setup");
  return (
    <Badge tone={TONES[level]}>
      <span>
        <TimeInText iso={at}>{(time) => t(`tested.${level}`, { time })}</TimeInText>
      </span>
    </Badge>
  );
}
