/**
 * The form's rules at work in the browser: conform decides when a field is checked, the schema decides what is wrong.
 * Loaded when somebody first touches the form, so that a page which only shows one does not pay for it.
 */
import { useForm } from "@conform-to/react/future";
import { formatResult } from "@conform-to/zod/v4/future";
import { useLayoutEffect, type FocusEvent, type FormEvent } from "react";
import type { ZodMiniType } from "zod/mini";
import type { Message } from "~/domain/messages";

/** What the form hands over to the checks. */
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

/** Renders nothing. Checks a field when it is left, again while its error is being mended, and all when sent. */
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

/** Names the error of zod's large build, though nothing is read of it that the small build lacks. */
type ClassicResult = Parameters<typeof formatResult>[0];

function pickFirstMessages(errors: Record<string, string[]>): Record<string, Message> {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([name, [first]]) => (first ? [[name, first]] : [])),
  );
}
