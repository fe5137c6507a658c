/**
 * A message is a translation key with its values, packed in one string ("form:min_length?minLength=8"), because
 * validation libraries carry a message as a string. It becomes a text in the user's language where it is shown.
 */
import type { MessageKey } from "./message-keys";

/** A message that the code writes itself: its key exists. */
export type KeyedMessage = MessageKey | `${string}:${string}?${string}`;
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
 * Unpacks what `say` packed. Values come back as text, except `count`, because i18next chooses a plural by a
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
 * The values as i18next takes them: to fill in, and never as its own options, whatever they are called. Only a count
 * decides as well which plural it is.
 */
export function toOptions(values: MessageValues): { replace: MessageValues; count?: number } {
  const { count } = values;
  return { replace: values, ...(typeof count === "number" && Number.isFinite(count) && { count }) };
}
