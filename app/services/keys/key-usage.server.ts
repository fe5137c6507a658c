/** The calls of one API key, day by day, for its chart. */
import * as z from "zod";
import { type KeyUsageView, KEY_USAGE_DAYS } from "~/domain/api-keys";
import { keyIdForm } from "~/domain/forms/keys";
import { listKeyDays } from "~/models/api-key-usage.server";
import type { ApiKeyRow } from "~/models/api-key.server";
import { toDay, toDayText } from "../billing/api-calls/api-call-totals.server";
import type { App } from "../platform/app.server";
import { defineOperation } from "../platform/operation.server";
import { getApiKey } from "./key-rules.server";

const keyUsageShape: z.ZodType<KeyUsageView> = z.object({
  total: z.number().int(),
  days: z.array(z.object({ date: z.string(), calls: z.number().int() })),
});

export const getKeyUsage = defineOperation({
  name: "getKeyUsage",
  method: "GET",
  path: "/api/key/:id/usage",
  summary: `Read the calls of one API key in the last ${KEY_USAGE_DAYS} days, day by day.`,
  access: { permission: "developer", state: "planned" },
  input: keyIdForm,
  output: keyUsageShape,
  async run({ id }, context) {
    const { app } = context;
    return { data: await readKeyUsage(app, await getApiKey(app.store, context, id)) };
  },
});

/** Reads the usage for the key's page and `GET /api/key/:id/usage`. */
export async function readKeyUsage(
  { store, keyUse }: Pick<App, "store" | "keyUse">,
  { id: keyId, accountId }: Pick<ApiKeyRow, "id" | "accountId">,
  now = Date.now(),
): Promise<KeyUsageView> {
  const today = toDay(now);
  const dates = Array.from({ length: KEY_USAGE_DAYS }, (_, index) =>
    toDayText(today - KEY_USAGE_DAYS + 1 + index),
  );
  const rows = await listKeyDays(store, { accountId, keyId, since: dates[0] ?? "" });
  const stored = new Map(rows.map(({ day, calls }) => [day, calls]));
  const unstored = keyUse.getUnstored(keyId)?.calls;
  const days = dates.map((date) => ({
    date,
    calls: (stored.get(date) ?? 0) + (unstored?.get(date) ?? 0),
  }));
  return { total: days.reduce((sum, { calls }) => sum + calls, 0), days };
}
