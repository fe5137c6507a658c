/** The controls for a day and for a moment in UTC: the browser's own fields, until what takes their place is loaded. */
import { useEffect, useRef, useState } from "react";
import type * as ownDays from "./own-days";
import { getInputClass } from "./field";

export function DayInput(props: ownDays.DayInputProps) {
  const { control, defaultValue, min, className } = props;
  const { input, own } = useOwnDays();
  if (own) return <own.code.OwnDay {...props} defaultValue={own.value} />;
  const look = { min, defaultValue, className: getInputClass(className) };
  return <input {...control} ref={input} type="date" {...look} />;
}

export function MomentInput(props: ownDays.MomentInputProps) {
  const { control, defaultValue } = props;
  const { input, own } = useOwnDays();
  if (own) return <own.code.OwnMoment {...props} defaultValue={own.value} />;
  const look = { defaultValue, className: getInputClass("max-w-96") };
  return <input {...control} ref={input} type="datetime-local" {...look} />;
}

/** What takes the place of the browser's field `input`, and the value that was chosen there; null until it is loaded, or where it cannot be. */
function useOwnDays() {
  const input = useRef<HTMLInputElement>(null);
  const [own, setOwn] = useState<{ code: typeof ownDays; value: string } | null>(null);
  useEffect(() => {
    import("./own-days")
      .then((code) => setOwn({ code, value: input.current?.value ?? "" }))
      .catch(() => undefined);
  }, []);
  return { input, own };
}
