/** Loads the form's checks when the user first touches the form, and passes them the form's events. */
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
import { findSubmitter } from "./post-form";

export type SchemaLoader = () => Promise<ZodMiniType>;

interface Loaded {
  FormChecks: ComponentType<FormChecksProps>;
  schema: ZodMiniType;
}

/** The user's events from before the checks were loaded; they are repeated afterwards. */
interface EarlyEvents {
  blurs: FocusEvent<HTMLFormElement>[];
  /** The button that submitted the form; null when a script did, undefined when the form was not submitted. */
  submitter?: HTMLElement | null;
}

/** The checks of a form. The caller must render `element`. Without a schema only the server checks the form. */
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
  const early = useRef<EarlyEvents>({ blurs: [] });

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
      // The checks cannot be loaded: the form is submitted without them, because the server checks it anyway.
      state.current = "failed";
      catchUp();
    });
  }

  useRepeatBlur(form);

  return {
    errors,
    load,
    /** The form was submitted while the checks were still being loaded. */
    isWaiting,
    element: loaded ? <loaded.FormChecks formId={formId} schema={loaded.schema} onChange={onChange} /> : null,
    onInput: (event: FormEvent<HTMLFormElement>) => handlers.current?.onInput(event),
    onBlur(event: FocusEvent<HTMLFormElement>) {
      if (isWindowBlur(event)) return;
      if (handlers.current) handlers.current.onBlur(event);
      else {
        early.current.blurs.push(event);
        load();
      }
    },
    /** Whether the form may be sent now; if not, the event is prevented. */
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

/** Repeats the blur event of the fields that the user filled in and left before the page was hydrated. */
function useRepeatBlur(form: RefObject<HTMLFormElement>): void {
  useEffect(() => {
    for (const field of form.current?.elements ?? [])
      if (isFilledIn(field) && field !== document.activeElement)
        field.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
  }, [form]);
}

function isFilledIn(field: Element): boolean {
  // The value of a box says nothing about the user, who only ticks it.
  if (field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio"))
    return field.checked !== field.defaultChecked;
  return (
    (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
    field.value !== field.defaultValue
  );
}

/** The window lost the focus, to a file chooser or another program; the field still has it when the user returns. */
function isWindowBlur({ target, relatedTarget }: FocusEvent): boolean {
  return relatedTarget === null && document.activeElement === target;
}

async function loadChecks(loadSchema: SchemaLoader): Promise<Loaded> {
  const [{ FormChecks }, schema] = await Promise.all([import("./form-checks"), loadSchema()]);
  return { FormChecks, schema };
}

/**
 * Returns a function that runs something at once, or, while a mouse button is down, after the click. Pressing the
 * button blurs a field before the click arrives: an error that appeared in between would move the button away from
 * under the pointer.
 */
export function useAfterClick(): (run: () => void) => void {
  const isDown = useRef(false);
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => {
    const handlePointerDown = () => {
      isDown.current = true;
    };
    const handlePointerUp = () => {
      isDown.current = false;
      // The click event follows in the same turn.
      setTimeout(() => waiting.current.splice(0).forEach((run) => run()));
    };
    document.addEventListener("mousedown", handlePointerDown, true);
    document.addEventListener("mouseup", handlePointerUp, true);
    return () => {
      document.removeEventListener("mousedown", handlePointerDown, true);
      document.removeEventListener("mouseup", handlePointerUp, true);
    };
  }, []);
  return useCallback((run) => {
    if (isDown.current) waiting.current.push(run);
    else run();
  }, []);
}
