/** A switch that acts at once: a button that submits its form, so that it works without scripts. */
import clsx from "clsx";
import type { ReactNode } from "react";

interface SwitchButtonProps {
  label: ReactNode;
  isOn: boolean;
  isDisabled?: boolean;
}

/** The label and, at its right, the switch. The form says what turning it does. */
export function SwitchButton({ label, isOn, isDisabled }: SwitchButtonProps) {
  return (
    <button
      type="submit"
      role="switch"
      aria-checked={isOn}
      disabled={isDisabled}
      className="flex items-center gap-3 rounded py-1 font-medium disabled:text-muted"
    >
      {label}
      <span
        aria-hidden
        className={clsx(TRACK, isOn ? "border-accent-text bg-accent-text" : "border-muted bg-sunken")}
      >
        <span className={clsx(THUMB, isOn ? "translate-x-4 bg-surface" : "bg-muted")} />
      </span>
    </button>
  );
}

const TRACK =
  "relative h-5 w-9 shrink-0 rounded-full border transition-colors duration-150 forced-colors:border-[ButtonText]";
const THUMB = clsx(
  "absolute left-0.5 top-0.5 size-3.5 rounded-full transition-transform duration-150",
  "forced-colors:bg-[ButtonText]",
);
