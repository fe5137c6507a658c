/** i18next's `t` with a memory in front (docs/decisions/0023, 0083). */
import type { i18n } from "i18next";
import { keepLatest } from "~/domain/keep-latest";
import type { Translate } from "~/domain/message-keys";

/** Names and amounts fill texts in many ways: beyond this number the oldest text with values is looked up again. */
const KEPT_WITH_VALUES_MAX = 1000;

/**
 * Returns `t` of this instance and language, which takes keys of `file` as they are. A text without values is kept, and
 * the latest ones with values. A key without a text is not kept: its file can still be loaded, and keys that do not
 * exist have no limit.
 */
export function keepTexts(
  i18n: i18n,
  { locale, file }: { locale: string; file?: string },
): Translate<string> {
  const translate: Translate<string> = i18n.getFixedT(locale, file);
  const texts = new Map<string, string>();
  const textsWithValues = new Map<string, string>();
  return (key, values) => {
    const kept = values ? textsWithValues : texts;
    const id = values ? key + JSON.stringify(values) : key;
    const known = kept.get(id);
    if (known !== undefined) return known;
    const text = translate(key, values);
    const max = values ? KEPT_WITH_VALUES_MAX : Infinity;
    if (i18n.exists(key, { ...values, lng: locale, ns: file })) keepLatest(kept, [id, text], max);
    return text;
  };
}
