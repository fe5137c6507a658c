/** Loads the form's checks when somebody first touches the form, and lends them the form's events. */
import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type FocusEvent,
  type FormEvent,
  type RefObject,
} from "react";
import type { ZodMiniType } from "zod/mini";
import type { Message } from "~/domain/messages";
import type { CheckHandlers, FormChecksProps } from "./form-checks";
import { findSubmitter } from "./use-reply";

export type SchemaLoader = () => Promise<ZodMiniType>;

interface Loaded {
  FormChecks: ComponentType<FormChecksProps>;
  schema: ZodMiniType;
}

/** What people did before the checks were there, to be done once they are. */
interface Early {
  blurs: FocusEvent<HTMLFormElement>[];
  /** The button that sent the form; null when there was none, undefined when it was not sent. */
  submitter?: HTMLElement | null;
}

/** The checks of a form, whose `element` must be rendered somewhere. Without a schema the server alone is the judge. */
export function useChecks(
  form: RefObject<HTMLFormElement>,
  formId: string,
  loadSchema: SchemaLoader | undefined,
) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [errors, setErrors] = useState<Readonly<Record<string, Message>>>({});
  const [isWaiting, setIsWaiting] = useState(false);
  const handlers = useRef<CheckHandlers | null>(null);
  const state = useRef<"idle" | "loading" | "failed">("idle");
  const early = useRef<Early>({ blurs: [] });

  const catchUp = useCallback(() => {
    const { blurs, submitter } = early.current;
    early.current = { blurs: [] };
    setIsWaiting(false);
    if (submitter !== undefined) form.current?.requestSubmit(submitter);
    else for (const event of blurs) handlers.current?.onBlur(event);
  }, [form]);

  const onChange: FormChecksProps["onChange"] = useCallback(
    (checks) => {
      const isFirst = handlers.current === null;
      handlers.current = checks.handlers;
      setErrors(checks.errors);
      if (isFirst) catchUp();
    },
    [catchUp],
  );

  function load(): void {
    if (!loadSchema || state.current !== "idle") return;
    state.current = "loading";
    void loadChecks(loadSchema).then(setLoaded, () => {
      // No network for the checks: the form itself may still get through, and the server checks it again anyway.
      state.current = "failed";
      catchUp();
    });
  }

  useRepeatedErrors(form);

  return {
    errors,
    load,
    /** Sent, but the checks are still on their way. */
    isWaiting,
    element: loaded ? <loaded.FormChecks formId={formId} schema={loaded.schema} onChange={onChange} /> : null,
    onInput: (event: FormEvent<HTMLFormElement>) => handlers.current?.onInput(event),
    onBlur(event: FocusEvent<HTMLFormElement>) {
      if (isWindowLeft(event)) return;
      if (handlers.current) handlers.current.onBlur(event);
      else {
        early.current.blurs.push(event);
        load();
      }
    },
    /** Whether the form may be sent now; if not, the event is stopped. */
    pass(event: FormEvent<HTMLFormElement>): boolean {
      if (handlers.current) handlers.current.onSubmit(event);
      else if (loadSchema && state.current !== "failed") {
        event.preventDefault();
        early.current.submitter = findSubmitter(event);
        setIsWaiting(true);
        load();
      }
      return !event.defaultPrevented;
    },
  };
}

/** What somebody filled in and left before the page woke up was not heard: it is told again. */
function useRepeatedErrors(form: RefObject<HTMLFormElement>): void {
  useEffect(() => {
    for (const field of form.current?.elements ?? [])
      if (isFilledIn(field) && field !== document.activeElement)
        field.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
  }, [form]);
}

function isFilledIn(field: Element): boolean {
  return (
    (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
    field.value !== field.defaultValue
  );
}

/** The window lost the focus, to a file chooser or another program; the field has it still when the user comes back. */
function isWindowLeft({ target, relatedTarget }: FocusEvent): boolean {
  return relatedTarget === null && document.activeElement === target;
}

async function loadChecks(loadSchema: SchemaLoader): Promise<Loaded> {
  const [{ FormChecks }, schema] = await Promise.all([import("./form-checks"), loadSchema()]);
  return { FormChecks, schema };
}
