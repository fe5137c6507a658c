/** Shows a failed test at the field that was tested. */
import {
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type FormEvent,
  type ReactNode,
  type RefObject,
} from "react";
import type { SetupFinding } from "~/domain/setup";
import { FormContext } from "../form/form-state";

interface FailedFieldsProps {
  /** Of the last test; undefined before the first. */
  findings: readonly SetupFinding[] | undefined;
  children: ReactNode;
}

/** The fields inside have the failures as their errors, each until it is changed. The first one gets the focus. */
export function FailedFields({ findings = NONE, children }: FailedFieldsProps) {
  const form = useContext(FormContext);
  const [changes, setChanges] = useState<Changes>({ findings, names: new Set() });
  const box = useRef<HTMLDivElement>(null);
  const changed = changes.findings === findings ? changes.names : EMPTY;
  const value = useMemo(() => {
    const failed = findings.flatMap(({ level, field, message }) =>
      level === "failure" && field !== undefined && !changed.has(field) ? [[field, message] as const] : [],
    );
    return { ...form, errors: { ...Object.fromEntries<string>(failed), ...form.errors } };
  }, [form, findings, changed]);
  useFocusOnFailure(box, { findings, isBusy: form.isBusy });

  function noteChange({ target }: FormEvent): void {
    const name = "name" in target && typeof target.name === "string" ? target.name : "";
    setChanges({ findings, names: new Set([...changed, name]) });
  }

  return (
    <FormContext.Provider value={value}>
      <div ref={box} className="contents" onInput={noteChange}>
        {children}
      </div>
    </FormContext.Provider>
  );
}

interface Changes {
  findings: readonly SetupFinding[];
  names: ReadonlySet<string>;
}

const NONE: readonly SetupFinding[] = [];
const EMPTY: ReadonlySet<string> = new Set();

/** A busy form is inert and cannot take the focus, so this waits for its end. */
function useFocusOnFailure(
  box: RefObject<HTMLElement>,
  { findings, isBusy }: { findings: readonly SetupFinding[]; isBusy: boolean },
): void {
  const seen = useRef(findings);
  useEffect(() => {
    if (isBusy || seen.current === findings) return;
    seen.current = findings;
    box.current?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus();
  }, [box, findings, isBusy]);
}
