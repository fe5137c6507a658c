/** The data of the company's developers: API keys in every state, with their calls, and a webhook endpoint. */
import { v7 as uuid } from "uuid";
import { days, hours } from "../../app/domain/limits";
import type { KeyScope } from "../../app/domain/key-scopes";
import { addKeyUse } from "../../app/models/api-key-usage.server";
import { addApiCalls } from "../../app/models/api-call.server";
import { NO_PLAN } from "../../app/services/billing/intents/intent-kinds.server";
import { createKey } from "../../app/services/keys/create-key.server";
import { updateKey } from "../../app/services/keys/keys.server";
import { requireViewer, runOperation, type Context } from "../../app/services/platform/operation.server";
import { sendTestEvent } from "../../app/services/webhooks/deliveries.server";
import { createEndpoint } from "../../app/services/webhooks/endpoints.server";
import { KEY_USAGE_DAYS } from "../../app/domain/api-keys";
import { createRandom } from "./random";
import { createDemoPassword } from "./people";

interface DemoKey {
  name: string;
  scope: KeyScope[];
  allowed_ips?: string;
  expiresInDays?: number;
  /** Calls on a working day; none for a key that is not used. */
  calls: number;
  isRevoked?: boolean;
}

const KEYS: readonly DemoKey[] = [
  { name: "Production", scope: ["events:write", "users:read", "usage:read"], calls: 9000 },
  {
    name: "Nightly export",
    scope: ["users:read"],
    expiresInDays: 5,
    allowed_ips: "203.0.113.0/24",
    calls: 300,
  },
  { name: "Staging", scope: ["events:write"], expiresInDays: 80, calls: 1200 },
  { name: "Old website", scope: ["events:write", "invites:write"], calls: 0, isRevoked: true },
];

/** Creates the keys as the owner of `context`. Returns the id of each key. */
export async function createKeys(context: Context): Promise<string[]> {
  const ids: string[] = [];
  for (const { name, scope, allowed_ips, expiresInDays, isRevoked } of KEYS) {
    const expires_at =
      expiresInDays === undefined ? null : new Date(Date.now() + days(expiresInDays)).toISOString();
    const password = createDemoPassword(context.app);
    const input = { name, scope, expires_at, password, allowed_ips };
    const { data } = await runOperation(createKey, input, context);
    if (isRevoked) await runOperation(updateKey, { id: data.id, active: false }, context);
    ids.push(data.id);
  }
  return ids;
}

/** Registers an endpoint that no server answers, and sends it a test event: its log shows a delivery that is retried. */
export async function createWebhook(context: Context): Promise<void> {
  const input = {
    url: "https://hooks.acme.test/events",
    description: "Sends news to the team's chat",
    events: ["user.joined", "user.removed", "plan.changed", "invoice.payment_failed"],
  };
  const { data } = await runOperation(createEndpoint, input, context);
  await runOperation(sendTestEvent, { id: data.id }, context);
}

/** Counts the calls of each key, and of the account, on every day of the last `daysBack`: growing, fewer at weekends. */
export async function countCalls(
  context: Context,
  { keyIds, now, daysBack }: { keyIds: readonly string[]; now: Date; daysBack: number },
): Promise<void> {
  const { store } = context.app;
  const { account, plan } = requireViewer(context);
  const accountId = account.id;
  const random = createRandom(1);
  const used = KEYS.flatMap(({ calls, isRevoked }, index) =>
    calls > 0 && !isRevoked ? [{ keyId: keyIds[index] ?? "", calls, byDay: new Map<string, number>() }] : [],
  );
  for (let age = daysBack; age >= 0; age -= 1) {
    const at = new Date(now.getTime() - days(age));
    const day = at.toISOString().slice(0, 10);
    const isWeekend = at.getUTCDay() % 6 === 0;
    const level = (isWeekend ? 0.3 : 1) * (0.45 + 0.55 * (1 - age / daysBack));
    let total = 0;
    for (const key of used) {
      const calls = Math.round(key.calls * level * (0.8 + 0.4 * random()));
      total += calls;
      // A key's page shows no more days.
      if (age < KEY_USAGE_DAYS) key.byDay.set(day, calls);
    }
    const counted = { id: uuid(), accountId, planId: plan?.id ?? NO_PLAN, createdAt: at, day, calls: total };
    await store.transaction((inner) => addApiCalls(inner, day, [counted]));
  }
  const usedAt = new Date(now.getTime() - hours(1));
  const uses = used.map(({ keyId, byDay: calls }) => ({
    keyId,
    accountId,
    calls,
    usedAt,
    ip: "203.0.113.80",
  }));
  await store.transaction((inner) => addKeyUse(inner, uses));
}
