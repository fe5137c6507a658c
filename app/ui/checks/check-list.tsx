/** Results of the installation's checks: what was found, and what to do. */
import { Badge, type Tone } from "../kit/badge";
import { useTexts } from "../use-texts";

/** A result in the reader's language. */
export interface ShownCheck {
  name: string;
  level: "ok" | "warning" | "failure";
  finding: string;
  advice?: string;
}

const TONES: Record<ShownCheck["level"], Tone> = { ok: "good", warning: "warn", failure: "bad" };

export function CheckList({ checks }: { checks: readonly ShownCheck[] }) {
  const { t } = useTexts("checks");
  return (
    <ul className="grid divide-y divide-line rounded-lg border border-line bg-surface">
      {checks.map(({ name, level, finding, advice }) => (
        <li key={name} className="grid gap-x-4 gap-y-1 px-4 py-3 sm:grid-cols-[9rem_minmax(0,1fr)_auto]">
          <span className="font-medium">{name}</span>
          <div className="min-w-0 text-sm [overflow-wrap:anywhere]">
            <p>{finding}</p>
            {advice === undefined ? null : <p className="mt-0.5 text-muted">{advice}</p>}
          </div>
          <span className="sm:justify-self-end">
            <Badge tone={TONES[level]}>{t(`level.${level}`)}</Badge>
          </span>
        </li>
      ))}
    </ul>
  );
}
