/**
 * A message is a translation key with its values, packed in one string ("form:min_length?minLength=8"), because
 * validation libraries carry a message as a string. It becomes a text in the user's language where it is shown.
 */
import type { MessageKey } from "./message-keys";

/** Marks a string that `toMessage` has packed. It exists for the compiler only. */
interface Packed {
  readonly isPacked: true;
}

/**
 * A message that the code writes itself: its key exists. A packed one is marked, and not described by a pattern, because
 * the compiler compares all keys with each other wherever it infers a type from a union with a pattern.
 */
export type KeyedMessage = MessageKey | (string & Packed);
/** A message that has been carried as a string: by a validation library, a cookie, or a reply. */
export type Message = string;
export type MessageValues = Record<string, string | number>;

/** Packs a translation key and its values. */
export function toMessage(key: MessageKey, values: MessageValues = {}): KeyedMessage {
  const packed = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) packed.set(name, String(value));
  return packed.size > 0 ? ([key, packed].join("?") as KeyedMessage) : key;
}

/**
 * Unpacks what `toMessage` packed. Values come back as text, except `count`, because i18next chooses a plural by a
 * number only.
 */
export function readMessage(message: Message): { key: MessageKey; values: MessageValues } {
  const [key = "", packed = ""] = message.split("?", 2);
  const values = Object.fromEntries(new URLSearchParams(packed));
  return {
    key: key as MessageKey,
    values: "count" in values ? { ...values, count: Number(values.count) } : values,
  };
}

/**
 * Returns the values in i18next's form: under `replace` they are only filled in, so that no value can act as one of
 * i18next's options. `count` is also an option, which chooses the plural.
 */
export function toOptions(values: MessageValues): { replace: MessageValues; count?: number } {
  const { count } = values;
  return { replace: values, count: typeof count === "number" && Number.isFinite(count) ? count : undefined };
}
