/** The log can be read: whatever it can hold has its sentence. */
import { expect, test } from "vitest";
import en from "~/i18n/en/activity.json";
import es from "~/i18n/es/activity.json";
import { AUDIT_ACTIONS } from "./audit-actions";

test.each([
  ["English", en],
  ["Spanish", es],
])("every action of the log has a sentence in %s, and none has one in vain", (_language, texts) => {
  expect(Object.keys(texts.action).sort()).toEqual([...AUDIT_ACTIONS].sort());
});

test("no action is longer than its column", () => {
  expect(AUDIT_ACTIONS.filter((action) => action.length > 40)).toEqual([]);
});
