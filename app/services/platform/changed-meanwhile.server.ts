/**
 * Two pages that change the same: a form sends what its page showed (`shown` of ActionForm), and gets a conflict when that has
 * changed since. A call of the API sends nothing of it, and writes.
 */
import { AppError } from "~/domain/errors";
import { toMessage } from "~/domain/messages";
import { translator } from "~/i18n/translator.server";
import type { Context } from "./operation.server";

type Values = Readonly<Record<string, string | undefined>>;

interface Compared {
  /** What is stored, as pages show it. Read it in the transaction of the change, where it is locked. */
  stored: Readonly<Record<string, string>>;
  /** What the form wants; undefined for what it leaves alone. */
  wanted: Values;
  /** A value as its reader knows it; by default the value itself. */
  toLabel?: (name: string, value: string) => string;
  /** False where the stored value rules out the wanted one, so that sending the form again would not help. */
  canReplace?: boolean;
}

/**
 * Throws conflict for each field whose stored value is not the shown one, unless it is what the form wants. The errors stand at
 * the fields and name both values, and the form that is shown again shows the stored ones: sending it again replaces them.
 */
export function requireAsShown({ shown, locale }: Context, compared: Compared): void {
  if (!shown) return;
  const { stored, wanted, toLabel, canReplace = true } = compared;
  const isIn = (values: Values, name: string) => values[name] === undefined || values[name] === stored[name];
  const changed = Object.keys(stored).filter((name) => !isIn(shown, name) && !isIn(wanted, name));
  const [first] = changed;
  if (first === undefined) return;
  const toText = (name: string, value = "") =>
    value === "" ? translator(locale).t("errors:nothing") : (toLabel?.(name, value) ?? value);
  const toConflict = (name: string) =>
    toMessage(canReplace ? "errors:changed_meanwhile" : "errors:changed_for_good", {
      stored: toText(name, stored[name]),
      wanted: toText(name, wanted[name]),
    });
  throw new AppError("conflict", toConflict(first), {
    inputError: first,
    errors: Object.fromEntries(changed.map((name) => [name, [toConflict(name)]])),
    shown: { ...shown, ...stored },
  });
}
