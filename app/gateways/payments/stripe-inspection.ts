/** Asks the payment provider what it knows of a key, for setup. It changes nothing there. */
import type Stripe from "stripe";
import { PROBE_TIMEOUT_MS } from "~/domain/setup";
import { isOfType } from "./stripe-errors";
import { connect, type PaymentOptions } from "./stripe-payments";

export interface ProviderAccount {
  id: string;
  /** As customers see it; null where it was not set. */
  name: string | null;
  /** False until the provider has verified the company. */
  takesPayments: boolean;
}

/** `keys` are those of the wanted lookup keys that have a price. */
type ProviderAnswer =
  | { kind: "answered"; account: ProviderAccount; keys: string[] }
  | { kind: "wrong_key" }
  /** A restricted key without the right to read the account or its prices. */
  | { kind: "not_permitted" }
  | { kind: "unreachable" };

/** Reads the account and its prices. Answers within five seconds for each call, and never throws. */
export async function inspectProvider(
  { secretKey, apiBase }: Pick<PaymentOptions, "secretKey" | "apiBase">,
  lookupKeys: readonly string[],
): Promise<ProviderAnswer> {
  try {
    const stripe = await connect(secretKey, apiBase, { timeout: PROBE_TIMEOUT_MS, maxNetworkRetries: 0 });
    const [account, prices] = await Promise.all([
      stripe.accounts.retrieveCurrent(),
      stripe.prices.list({ lookup_keys: [...lookupKeys], active: true, limit: 100 }),
    ]);
    const keys = prices.data.map((price) => price.lookup_key).filter((key) => key !== null);
    return { kind: "answered", account: toAccount(account), keys };
  } catch (error) {
    if (isOfType(error, "StripeAuthenticationError")) return { kind: "wrong_key" };
    if (isOfType(error, "StripePermissionError")) return { kind: "not_permitted" };
    return { kind: "unreachable" };
  }
}

function toAccount(account: Stripe.Account): ProviderAccount {
  const { id, business_profile: profile, settings, charges_enabled: takesPayments } = account;
  return { id, name: settings?.dashboard.display_name ?? profile?.name ?? null, takesPayments };
}
