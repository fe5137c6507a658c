/**
 * Checks a form in the browser: conform decides when a field is checked, the schema decides whether it is valid. Loaded
 * when the user first touches the form, so that showing a form does not load conform and zod.
 */
import { useForm } from "@conform-to/react/future";
import { formatResult } from "@conform-to/zod/v4/future";
import { useLayoutEffect, type FocusEvent, type FormEvent } from "react";
import type { ZodMiniType } from "zod/mini";
import type { Message } from "~/domain/messages";

/** The event handlers that the form calls. */
export interface CheckHandlers {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onBlur: (event: FocusEvent<HTMLFormElement>) => void;
  onInput: (event: FormEvent<HTMLFormElement>) => void;
}

export interface FormChecksProps {
  formId: string;
  schema: ZodMiniType;
  /** Called before the page is painted, after every change. */
  onChange: (checks: { handlers: CheckHandlers; errors: Record<string, Message> }) => void;
}

/** Renders nothing. Checks a field on blur, again on input while it has an error, and all fields on submit. */
export function FormChecks({ formId, schema, onChange }: FormChecksProps) {
  const { form } = useForm({
    id: formId,
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
    onValidate: ({ payload }) => formatResult(schema.safeParse(payload) as ClassicResult),
  });
  useLayoutEffect(() => {
    const { onSubmit, onBlur, onInput } = form.props;
    onChange({ handlers: { onSubmit, onBlur, onInput }, errors: pickFirstMessages(form.fieldErrors) });
  }, [form, onChange]);
  return null;
}

/** conform's type names the error class of zod's large build, but conform reads only what zod/mini has as well. */
type ClassicResult = Parameters<typeof formatResult>[0];

function pickFirstMessages(errors: Record<string, string[]>): Record<string, Message> {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([name, [first]]) => (first ? [[name, first]] : [])),
  );
}
