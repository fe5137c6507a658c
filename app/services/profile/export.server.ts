/** Exports everything that the product stores about a user, without hashes and secrets. */
import * as z from "zod";
import { createConcurrencyGate } from "~/domain/concurrency-gate";
import { EXPORT_RECORDS_MAX, EXPORT_RETRY_AFTER_SECONDS, EXPORTS_WAITING_MAX } from "~/domain/limits";
import { EXPORT_LIMITS } from "~/domain/rate-limits";
import { listJoinedAccounts } from "~/models/account.server";
import { listMemberships } from "~/models/membership.server";
import type { Store } from "~/models/store/store";
import { defineOperation, requireSession, type Context } from "../platform/operation.server";
import { exportCredentials, exportRecords } from "./export-records.server";
import { readUserResponse, userShape } from "./user.server";
import { toAccountName } from "../platform/account-name.server";

const time = z.iso.datetime();

const exportShape = z.object({
  exported_at: time,
  person: userShape,
  memberships: z.array(
    z.object({ account: z.string(), account_name: z.string(), permission: z.string(), since: time }),
  ),
  sessions: z.array(
    z.object({
      kind: z.string(),
      address: z.string(),
      agent: z.string(),
      started_at: time,
      last_seen_at: time,
    }),
  ),
  devices: z.array(z.object({ address: z.string(), agent: z.string(), first_seen_at: time })),
  networks: z.array(z.object({ network: z.string(), id: z.string(), linked_at: time })),
  sign_ins: z.array(z.object({ by: z.string(), last_used_at: time })),
  passkeys: z.array(
    z.object({
      name: z.string(),
      host: z.string(),
      added_at: time,
      last_used_at: time.nullable(),
      last_used_address: z.string().nullable(),
    }),
  ),
  notifications: z.array(z.object({ name: z.string(), active: z.boolean() })),
  events: z.array(
    z.object({ name: z.string(), metadata: z.string().nullable(), account: z.string(), at: time }),
  ),
  feedback: z.array(
    z.object({ rating: z.string(), comment: z.string().nullable(), account: z.string(), at: time }),
  ),
  activity: z.array(
    z.object({
      action: z.string(),
      target: z.string().nullable(),
      account: z.string(),
      address: z.string(),
      at: time,
    }),
  ),
});

export const exportUser = defineOperation({
  name: "exportUser",
  takesLong: true,
  method: "GET",
  path: "/api/user/export",
  summary:
    "Download your own data: profile, memberships, sessions, identity providers, passkeys, and the newest 10,000 events, feedback and actions, up to 5 MB each.",
  access: { permission: "user", state: "any" },
  needsOwnSession: true,
  input: z.object({}),
  output: exportShape,
  limits: EXPORT_LIMITS,
  refusesImpersonator: true,
  async run(_input, context) {
    return { data: await runInTurn(() => readEverything(context)) };
  },
});

/** One export at a time for all users together, because each can take tens of megabytes of memory. */
const runInTurn = createConcurrencyGate({
  atOnce: 1,
  waiting: EXPORTS_WAITING_MAX,
  retryAfterSeconds: EXPORT_RETRY_AFTER_SECONDS,
});

async function readEverything(context: Context) {
  const { store } = context.app;
  const viewer = requireSession(context);
  const { id: userId } = viewer.user;
  return {
    exported_at: new Date().toISOString(),
    person: await readUserResponse(store, viewer, context.locale),
    memberships: await exportMemberships(store, { userId, locale: context.locale }),
    ...(await exportCredentials(store, userId)),
    ...(await exportRecords(store, userId)),
  };
}

async function exportMemberships(store: Store, { userId, locale }: { userId: string; locale: string }) {
  const memberships = await listMemberships(store, {
    userId,
    direction: "desc",
    limit: EXPORT_RECORDS_MAX,
  });
  const accounts = await listJoinedAccounts(store, { memberships });
  const names = new Map(accounts.map((account) => [account.id, toAccountName(account, locale)]));
  return memberships.map(({ accountId, role, createdAt }) => ({
    account: accountId,
    account_name: names.get(accountId) ?? "",
    permission: role,
    since: createdAt.toISOString(),
  }));
}
