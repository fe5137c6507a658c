/** What a message reads as: packed keys in the reader's language, anything else as it stands. */
import type { TFunction } from "i18next";
import { readMessage, toOptions, type Message } from "~/domain/messages";

/** A key with its namespace and, maybe, packed values; no sentence looks like it. */
const PACKED = /^[a-z][\w-]*:[\w.-]+(?:\?\S*)?$/;

/** The text of a packed message or of one that the server has translated; `label` is the field's own name. */
export function translateMessage(t: TFunction<"form">, message: Message, label?: string): string {
  if (!PACKED.test(message)) return message;
  const { key, values } = readMessage(message);
  // `t` finds the keys of every file; its type lists those of one.
  return t(key as "required", toOptions({ label: label ?? t("field"), ...values }));
}
