/** The first and the last day of a list. They are applied by the button of the list's filters. */
import { useId } from "react";
import { DayInput } from "../form/day-input";
import { useTexts } from "../use-texts";
import type { ServerPages } from "./server-pages";

export function DayFields({ server }: { server: ServerPages }) {
  const { t } = useTexts("data");
  const id = useId();
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-sm text-muted max-sm:w-full max-sm:flex-col max-sm:items-stretch">
      {(["from", "to"] as const).map((name) => (
        <span key={`${name} ${server[name] ?? ""}`} className="flex min-w-0 items-center gap-1.5">
          <label htmlFor={`${id}-${name}`} className="shrink-0 max-sm:w-12">
            {t(`table.${name}`)}
          </label>
          <DayInput
            control={{ id: `${id}-${name}`, name }}
            defaultValue={server[name]}
            isOptional
            isShort
            className="!h-8 sm:w-40"
          />
        </span>
      ))}
    </span>
  );
}
