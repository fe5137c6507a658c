/** The mail a week before an API key ends: to the member it acts as, or to the owner when they have left. */
import { WORKERS_FIRST_AFTER_MS, minutes } from "~/domain/limits";
import { paths } from "~/domain/paths";
import { canActAs } from "~/domain/roles";
import { findAccount } from "~/models/account.server";
import {
  claimExpiryWarning,
  listExpiringKeys,
  type ApiKeyRow,
  KEY_EXPIRY_BATCH,
} from "~/models/api-key.server";
import { findMembership, findOwner } from "~/models/membership.server";
import type { Store } from "~/models/store/store";
import { findUser, type UserRow } from "~/models/user.server";
import { KEY_EXPIRY_WARNED_BEFORE_MS } from "~/domain/api-keys";
import type { App } from "../platform/app.server";
import type { Job } from "../platform/jobs/jobs.server";
import { queueMail, type QueuedMail } from "../platform/mail/outbox.server";
import { toAccountName } from "../platform/account-name.server";

/** How often keys that expire soon are looked for. */
const KEY_EXPIRY_CHECK_MS = minutes(60);

type Dependencies = Pick<App, "store" | "secrets"> & {
  config: Pick<App["config"], "appUrl">;
  log: Pick<App["log"], "warn">;
};

/** Looks for keys that end soon at the start and every hour. */
export function createKeyExpiryJob(app: Dependencies): Job {
  return {
    name: "key-expiry",
    every: KEY_EXPIRY_CHECK_MS,
    firstAfter: WORKERS_FIRST_AFTER_MS,
    isExclusive: true,
    async run(signal) {
      await sendExpiryMails(app, new Date(), () => signal.aborted);
    },
    report: (cause) => app.log.warn({ err: cause }, "the mails about expiring API keys could not be queued"),
  };
}

/** Queues a mail for each key that ends within a week of `now`, once. Several processes may run it. Returns how many. */
export async function sendExpiryMails(
  app: Dependencies,
  now: Date,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const until = new Date(now.getTime() + KEY_EXPIRY_WARNED_BEFORE_MS);
  let count = 0;
  for (;;) {
    const keys = await listExpiringKeys(app.store, { after: now, until });
    for (const key of keys) {
      if (isStopped()) return count;
      const mail = await prepareMail(app, key);
      const isQueued = await app.store.transaction(async (store) => {
        if (!(await claimExpiryWarning(store, key))) return false;
        if (mail) await queueMail(store, app.secrets, mail);
        return mail !== null;
      });
      if (isQueued) count += 1;
    }
    if (keys.length < KEY_EXPIRY_BATCH) return count;
  }
}

/** Null when the account has been closed meanwhile. */
async function prepareMail(
  { store, config }: Dependencies,
  key: ApiKeyRow,
): Promise<QueuedMail<"key_expiring"> | null> {
  const account = await findAccount(store, { id: key.accountId });
  const reader = account && (await findReader(store, key));
  if (!reader || !key.expiresAt) return null;
  return {
    template: "key_expiring",
    to: reader.email,
    locale: reader.locale,
    values: {
      name: reader.name,
      account: toAccountName(account, reader.locale),
      key: key.name,
      hint: key.hint,
      date: key.expiresAt.toISOString(),
      link: config.appUrl + paths.editApiKeyWith(key.id),
    },
  };
}

async function findReader(
  store: Store,
  { accountId, createdById: userId }: Pick<ApiKeyRow, "accountId" | "createdById">,
): Promise<UserRow | null> {
  const creator = await findMembership(store, { accountId, userId });
  const isResponsible = creator !== null && canActAs(creator.role, "developer");
  const membership = isResponsible ? creator : await findOwner(store, { accountId });
  return membership && findUser(store, { id: membership.userId });
}
