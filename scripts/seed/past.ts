/** The months before today: what operations have just done gets its date, and users have used the product and rated it. */
import { v7 as uuid } from "uuid";
import { apiKeyEntity } from "../../app/models/api-key.server";
import { auditEntity } from "../../app/models/audit.server";
import { membershipEntity } from "../../app/models/membership.server";
import type { AnyEntity } from "../../app/models/store/entity";
import { webhookEndpointEntity } from "../../app/models/webhook-endpoint.server";
import type { DemoUser } from "../../app/domain/demo";
import type { Rating } from "../../app/domain/feedback";
import { days, INVITE_LIFE_MS, minutes } from "../../app/domain/limits";
import type { Store } from "../../app/models/store/store";
import { listVerifiedUsers } from "../../app/models/user.server";
import { endSessions } from "../../app/models/session.server";
import { updateUserRow } from "../../app/services/users/users.server";
import { eventEntity } from "../../app/models/event.server";
import { feedbackEntity } from "../../app/models/feedback.server";
import { inviteEntity } from "../../app/models/invite.server";
import { createRandom } from "./random";

/** More rows than one step of the seed leaves. */
const ROWS_MAX = 500;
/** The entities that have a date and are shown with it. */
const DATED: readonly AnyEntity[] = [
  auditEntity,
  eventEntity,
  membershipEntity,
  apiKeyEntity,
  webhookEndpointEntity,
];

/** Gives the rows that the account has got since `startedAt` the time `at`, a few minutes apart in their order. */
export async function backdate(
  store: Store,
  { accountId, startedAt, at }: { accountId: string; startedAt: Date; at: Date },
): Promise<void> {
  for (const entity of DATED) {
    const where = { accountId, createdAt: { gte: startedAt } };
    const rows = await store.find(entity, where, {
      order: { by: "createdAt", direction: "asc" },
      limit: ROWS_MAX,
    });
    for (const [index, { id }] of rows.entries())
      await store.update(
        entity,
        { id, accountId },
        { createdAt: new Date(at.getTime() + minutes(7 * index)) },
      );
  }
}

/** Gives the people their last sign-in, and lets their next one open the dashboard. */
export async function dateSignIns(
  store: Store,
  people: readonly Pick<DemoUser, "email" | "last_login">[],
  { createdAt }: { createdAt: Date },
): Promise<void> {
  const users = await listVerifiedUsers(store, { emails: people.map(({ email }) => email) });
  const signIns = new Map(people.map(({ email, last_login: at }) => [email, at]));
  for (const { id, email } of users) {
    const at = signIns.get(email);
    const lastSignInAt = at ? new Date(at) : new Date();
    await updateUserRow(store, { id }, { lastSignInAt, createdAt, onboardedAt: createdAt });
    await endSessions(store, { userId: id });
  }
}

interface Past {
  accountId: string;
  userIds: readonly string[];
  now: Date;
}

const EVENT_NAMES = [
  "dashboard_opened",
  "report_opened",
  "report_exported",
  "project_created",
  "search_used",
  "comment_added",
];
const EVENTS = 600;
const EVENTS_DAYS = 60;

/** Records tracked events of the last weeks, more of them lately. No operation records one of the past. */
export async function createEvents(store: Store, { accountId, userIds, now }: Past): Promise<void> {
  const random = createRandom(2);
  await store.transaction(async (inner) => {
    for (let count = 0; count < EVENTS; count += 1) {
      const name = EVENT_NAMES[Math.floor(random() ** 2 * EVENT_NAMES.length)] ?? "";
      const userId = userIds[Math.floor(random() * userIds.length)] ?? "";
      const createdAt = new Date(now.getTime() - days(EVENTS_DAYS) * random() ** 2);
      const metadata = name.startsWith("report") ? JSON.stringify({ report: "monthly" }) : null;
      await inner.insert(eventEntity, { id: uuid(), accountId, userId, name, metadata, createdAt });
    }
  });
}

const FEEDBACK: readonly [rating: Rating, comment: string | null][] = [
  ["positive", "Inviting my whole team took two minutes. Lovely."],
  ["positive", null],
  ["neutral", "It does what I need. A weekly summary by email would be nice."],
  ["negative", "The export leaves out the people who have not joined yet."],
  ["positive", "Dark mode is easy on the eyes at night."],
  ["positive", null],
  ["neutral", null],
  ["negative", "I looked for the invoices for a while before I found them under Billing."],
  ["positive", "Rotating a key with an overlap saved us a night shift."],
  ["neutral", "Could the chart show last year as well?"],
  ["positive", "Fast, even on the train."],
  ["positive", null],
];

/** Gives feedback of every mood in the last weeks. The operation would date it today. */
export async function createFeedbacks(store: Store, { accountId, userIds, now }: Past): Promise<void> {
  await store.transaction(async (inner) => {
    for (const [index, [rating, comment]] of FEEDBACK.entries()) {
      const userId = userIds[(index * 5) % userIds.length] ?? "";
      const createdAt = new Date(now.getTime() - days(index * 2) - minutes(index * 97 + 30));
      await inner.insert(feedbackEntity, {
        ...{ id: uuid(), accountId, userId, rating, comment, createdAt },
        ...{ answeredAt: null, answeredBy: null, answer: null },
      });
    }
  });
}

/** Gives the account's invitations the time at which they were sent. */
export async function dateInvites(
  store: Store,
  { accountId, at }: { accountId: string; at: Date },
): Promise<void> {
  const sent = { sentAt: at, createdAt: at, expiresAt: new Date(at.getTime() + INVITE_LIFE_MS) };
  await store.update(inviteEntity, { accountId }, sent);
}

/** Lets one invitation look sent ten days ago, so that it has expired. */
export async function expireInvite(
  store: Store,
  { accountId, email, now }: { accountId: string; email: string; now: Date },
): Promise<void> {
  const [sentAt, expiresAt] = [new Date(now.getTime() - days(10)), new Date(now.getTime() - days(3))];
  await store.update(inviteEntity, { accountId, email }, { sentAt, expiresAt, createdAt: sentAt });
}
