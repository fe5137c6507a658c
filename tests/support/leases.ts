/** Leases of billing intents, as tests move their time. */
import { billingIntentEntity } from "~/models/billing-intent.server";
import type { Store } from "~/models/store/store";

/** Ends the lease of the account's open intent, as if its process had crashed a quarter of a minute ago. */
export async function endLease(store: Store, { accountId }: { accountId: string }): Promise<void> {
  await store.update(
    billingIntentEntity,
    { openClaim: accountId },
    { leasedUntil: new Date(Date.now() - 1000) },
  );
}
