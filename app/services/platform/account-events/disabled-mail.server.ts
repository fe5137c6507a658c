/** The mail to an account's owner when an endpoint was turned off because its deliveries have failed for too long. */
import { paths } from "~/domain/paths";
import { findAccount } from "~/models/account.server";
import { findOwner } from "~/models/membership.server";
import { findUser } from "~/models/user.server";
import type { WebhookEndpointRow } from "~/models/webhook-endpoint.server";
import type { App } from "../app.server";
import type { QueuedMail } from "../mail/outbox.server";
import { toAccountName } from "../account-name.server";

/** Read before the transaction that turns the endpoint off. Null when the account is being closed. */
export async function prepareDisabledMail(
  { store, config }: Pick<App, "store"> & { config: Pick<App["config"], "appUrl"> },
  { id, accountId, url, failingSince }: WebhookEndpointRow,
): Promise<QueuedMail<"webhook_disabled"> | null> {
  const account = await findAccount(store, { id: accountId });
  const owner = account && (await findOwner(store, { accountId }));
  const user = owner && (await findUser(store, { id: owner.userId }));
  if (!user || !failingSince) return null;
  const { email: to, locale, name } = user;
  const values = {
    name,
    account: toAccountName(account, locale),
    server: new URL(url).host.slice(0, 100),
    date: failingSince.toISOString(),
    link: config.appUrl + paths.webhookWith(id),
  };
  return { template: "webhook_disabled", to, locale, values };
}
