/** Every action that the audit log can hold has a sentence in each language. */
import { expect, test } from "vitest";
import en from "~/i18n/en/activity.json";
import es from "~/i18n/es/activity.json";
import { AUDIT_ACTIONS } from "./audit-actions";

test.each([
  ["English", en],
  ["Spanish", es],
])(
  "in %s every action of the audit log has a sentence, and every sentence has an action",
  (_language, texts) => {
    expect(Object.keys(texts.action).sort()).toEqual([...AUDIT_ACTIONS].sort());
  },
);

test("no action is longer than its column", () => {
  expect(AUDIT_ACTIONS.filter((action) => action.length > 40)).toEqual([]);
});
