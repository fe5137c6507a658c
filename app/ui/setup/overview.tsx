/** The step Welcome: what the product runs with now, step by step. */
import { Link } from "@remix-run/react";
import { paths } from "~/domain/paths";
import { getStepNumber, type SetupStep } from "~/domain/setup";
import { useTexts } from "../use-texts";

export interface OverviewProps {
  /** Null for a step without settings. */
  inUse: Record<SetupStep, string | null>;
}

export function Overview({ inUse }: OverviewProps) {
  const { t } = useTexts("setup");
  const steps = (Object.keys(inUse) as SetupStep[]).filter((step) => inUse[step] !== null);
  return (
    <div className="grid gap-4">
      <p>{t("welcome.text")}</p>
      <ul className="grid gap-2">
        {steps.map((step) => (
          <li key={step}>
            <Link
              to={paths.setupStep(getStepNumber(step))}
              className="grid gap-0.5 rounded-lg border border-line p-3 hover:bg-sunken"
            >
              <span className="font-medium">{t(`step.${step}.name`)}</span>
              <span className="text-sm text-muted">{inUse[step]}</span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">{t("welcome.one_host")}</p>
    </div>
  );
}
