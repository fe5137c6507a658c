/** The mail a week before a canceled plan gives way to one with fewer places than the account has members. */
import type { OverLimitView } from "~/domain/billing";
import { WORKERS_FIRST_AFTER_MS, days } from "~/domain/limits";
import { paths } from "~/domain/paths";
import { findAccount } from "~/models/account.server";
import { hasCanceled } from "~/models/billing-intent.server";
import { findPlan } from "~/models/plan.server";
import { DuplicateError } from "~/models/store/store";
import { listEndingSubscriptions, type SubscriptionRow } from "~/models/subscription.server";
import type { App } from "~/services/platform/app.server";
import type { Job } from "~/services/platform/jobs/jobs.server";
import { queueMail, type QueuedMail } from "~/services/platform/mail/outbox.server";
import { findExcess } from "~/services/platform/member-limit.server";
import { toAccountName } from "~/services/platform/account-name.server";
import { prepareBillingMail, type BilledAccount } from "./billing-recipient.server";

/** How long before a smaller plan begins its owner learns that the account has too many members for it. */
const MEMBER_LIMIT_WARNED_BEFORE_MS = days(7);
/** How often the product looks for such accounts. */
const MEMBER_LIMIT_CHECK_MS = days(1);
const MEMBER_LIMIT_BATCH = 50;

type Dependencies = Pick<App, "store" | "secrets" | "config"> & { log: Pick<App["log"], "warn"> };

/** Looks for plans that end soon at the start and every day. */
export function createMemberLimitJob(app: Dependencies): Job {
  return {
    name: "member-limits",
    every: MEMBER_LIMIT_CHECK_MS,
    firstAfter: WORKERS_FIRST_AFTER_MS,
    isExclusive: true,
    async run(signal) {
      await sendMemberLimitMails(app, new Date(), () => signal.aborted);
    },
    report: (cause) =>
      app.log.warn({ err: cause }, "the mails about members beyond a plan could not be queued"),
  };
}

/** Queues a mail for each such account, once for each end. Several processes may run it. Returns how many it looked at. */
export async function sendMemberLimitMails(
  app: Dependencies,
  now: Date,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const until = new Date(now.getTime() + MEMBER_LIMIT_WARNED_BEFORE_MS);
  let [after, count]: [SubscriptionRow | undefined, number] = [undefined, 0];
  for (;;) {
    const page: SubscriptionRow[] = await listEndingSubscriptions(app.store, {
      ...{ from: now, until, after, limit: MEMBER_LIMIT_BATCH },
    });
    for (const row of page) {
      if (isStopped()) return count;
      const mail = await prepareWarning(app, row);
      if (mail) await queueOnce(app, mail);
      count += 1;
    }
    if (page.length < MEMBER_LIMIT_BATCH) return count;
    after = page.at(-1);
  }
}

async function prepareWarning(
  app: Dependencies,
  row: SubscriptionRow,
): Promise<QueuedMail<"member_limit"> | null> {
  const { id: accountId, providerId, nextPlanId, currentPeriodEnd } = row;
  if (providerId === null || nextPlanId === null || !currentPeriodEnd) return null;
  if (!(await hasCanceled(app.store, { accountId, providerId }))) return null;
  const plan = await findPlan(app.store, { id: nextPlanId });
  const excess = await findExcess(app.store, { accountId, plan });
  const startsAt = currentPeriodEnd.toISOString();
  return (
    excess && prepareMemberLimitMail(app, row, { key: `${providerId}:${startsAt}`, startsAt, ...excess })
  );
}

interface MailedLimit extends OverLimitView {
  /** The identity of this moment. */
  key: string;
  /** When the smaller plan begins, ISO 8601; null once it has. */
  startsAt: string | null;
}

/** Null when the account has been closed, or has no owner. No one can turn this mail off: it says when the account stops working. */
export async function prepareMemberLimitMail(
  app: Pick<App, "store" | "config" | "secrets">,
  billed: BilledAccount,
  { key, ...limit }: MailedLimit,
): Promise<QueuedMail<"member_limit"> | null> {
  const account = await findAccount(app.store, billed);
  if (!account) return null;
  const link = app.config.appUrl + paths.users;
  return prepareBillingMail(app, billed, ({ to, name, locale }) => ({
    template: "member_limit",
    key,
    to,
    locale,
    values: { name, account: toAccountName(account, locale), ...limit, link },
  }));
}

async function queueOnce({ store, secrets }: Dependencies, mail: QueuedMail<"member_limit">): Promise<void> {
  try {
    await queueMail(store, secrets, mail);
  } catch (error) {
    // Another process has queued it.
    if (!(error instanceof DuplicateError)) throw error;
  }
}
