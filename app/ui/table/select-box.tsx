/** The checkbox of a row, or of all rows, when it is neither on nor off. */
import { useEffect, useRef } from "react";

export interface SelectBoxProps {
  label: string;
  isChecked: boolean;
  isPartly?: boolean;
  onChange: (isChecked: boolean) => void;
}

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
      onChange={(event) => {
        onChange(event.target.checked);
      }}
      className="block size-4 accent-accent"
    />
  );
}
