/** The checks of API calls: those that wait to be reported, and those that do not agree with the invoices. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { apiCallDifferenceEntity } from "~/models/api-call-difference.server";
import { apiCallBatchEntity } from "~/models/api-call.server";
import { minutes } from "~/domain/limits";
import { translator } from "~/i18n/translator.server";
import type { OpenStore } from "~/models/store/database";
import { openTestStore } from "../../../tests/support/migrated-stores";
import { toCheckText, type CheckResult } from "./check.server";
import { checkApiCallDifferences, checkApiCallReports } from "./api-call-checks.server";

const NOW = new Date("2026-11-23T12:00:00Z");

let store: OpenStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

function toText(result: CheckResult): string {
  const { level, finding } = toCheckText(result, translator("en"));
  return `${level}: ${finding}`;
}

const readReports = async () => toText(await checkApiCallReports(store, NOW));

test("API calls that are not reported are warned about after five minutes, and fail after half an hour", async () => {
  expect(await readReports()).toBe("ok: No API calls wait to be reported.");
  const batch = { accountId: "a", planId: "scale", calls: 300, reportedAt: null };
  for (const [age, level] of [
    [4, "ok"],
    [5, "warning"],
    [29, "warning"],
    [30, "failure"],
  ] as const) {
    const createdAt = new Date(NOW.getTime() - minutes(age));
    await store.insert(apiCallBatchEntity, { ...batch, id: `batch ${age}`, createdAt });
    expect(await readReports()).toMatch(new RegExp(`^${level}: .* are ${age} minutes old\\.$`));
  }
});

test("calls that do not agree with the invoices are warned about", async () => {
  expect((await checkApiCallDifferences(store)).level).toBe("ok");
  const period = { planId: "scale", periodStart: NOW, periodEnd: NOW, comparedAt: NOW };
  const found = { id: "1", accountId: "a", ...period, counted: 300, metered: 300, invoiced: 200 };
  await store.insert(apiCallDifferenceEntity, found);
  expect(toText(await checkApiCallDifferences(store))).toMatch(/^warning: In 1 period/);
});
