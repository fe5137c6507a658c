/** The checkbox of a row, or of all rows, which is then neither on nor off when some are selected. */
import { useEffect, useRef } from "react";

export interface SelectBoxProps {
  label: string;
  isChecked: boolean;
  isPartly?: boolean;
  onChange: (isChecked: boolean) => void;
}

/** Without scripts nothing could come of a selection: then there is none. */
export function SelectBox({ label, isChecked, isPartly = false, onChange }: SelectBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPartly && !isChecked;
  }, [isPartly, isChecked]);
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={label}
      checked={isChecked}
      onChange={(event) => onChange(event.target.checked)}
      className="block size-4 accent-accent noscript:hidden"
    />
  );
}
