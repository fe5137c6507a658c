/** Opens a finished setup again, which only a command on the server can. */
import type { Config } from "~/config/config.server";
import { paths } from "~/domain/paths";
import type { Store } from "~/models/store/store";
import { listMasters } from "~/models/user.server";
import type { Secrets } from "~/crypto/secrets.server";
import { queueMail } from "../platform/mail/outbox.server";
import type { Settings } from "../platform/setup/settings.server";
import type { SetupAccess } from "../platform/setup/setup-access.server";

export interface ReopenParts {
  config: Config;
  store: Store;
  secrets: Secrets;
  settings: Settings;
  setup: SetupAccess;
}

/**
 * Returns the link of the open setup, with a new token unless SETUP_TOKEN sets it. Every master gets a mail: first, so that
 * setup is never open without one on its way.
 */
export async function reopenSetup({ config, store, secrets, settings, setup }: ReopenParts): Promise<string> {
  const link = config.appUrl + paths.master;
  await store.transaction(async (transaction) => {
    for (const { name, email, locale } of await listMasters(transaction))
      await queueMail(transaction, secrets, {
        template: "setup_reopened",
        to: email,
        locale,
        values: { name, link },
      });
  });
  setup.deleteToken();
  settings.setOpen(true);
  return (await setup.createLink()) ?? config.appUrl + paths.setup;
}
