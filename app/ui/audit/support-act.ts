/** The text of what a master did while acting as a user. */
import { isImpersonatedField, parseSupportAct, type AuditAction } from "~/domain/audit-actions";
import type { TranslateFile } from "~/domain/message-keys";

/** Returns the text of an act and its fields, in the language of `t`; null for another action. */
export function toSupportActText(
  t: TranslateFile<"activity">,
  { action, target }: { action: AuditAction; target: string | null },
): string | null {
  const act = action === "support_acted" ? parseSupportAct(target) : null;
  if (!act) return null;
  const sentence = t(`operation.${act.operation}`);
  const fields = act.fields.map((field) => (isImpersonatedField(field) ? t(`field.${field}`) : field));
  return fields.length === 0 ? sentence : `${sentence}: ${fields.join(", ")}`;
}
