/** Loads the payment provider's script, only on pages that ask for a card or confirm a payment. */
import type { Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import type { Locale } from "~/domain/locales";
import type { CardResult } from "./form-state";

export interface CardProvider {
  publishableKey: string;
  /** The language of the provider's texts. */
  locale: Locale;
  /** Runs before the provider's own loader, which then finds what it has created: the sandbox's script. */
  scriptUrl?: string;
}

/** Rejects when a script does not load. The next call tries again. */
export async function loadProvider({
  publishableKey,
  locale,
  scriptUrl,
}: CardProvider): Promise<Stripe | null> {
  if (scriptUrl !== undefined) await loadScript(scriptUrl);
  return loadStripe(publishableKey, { locale });
}

/** Lets the card holder confirm a payment (`pi_…`) or a set-up (`seti_…`). */
export async function confirmWithProvider(stripe: Stripe, clientSecret: string): Promise<CardResult> {
  if (clientSecret.startsWith("seti_")) {
    const { setupIntent, error } = await stripe.confirmCardSetup(clientSecret);
    return toCardResult(setupIntent, error);
  }
  const { paymentIntent, error } = await stripe.confirmCardPayment(clientSecret);
  return toCardResult(paymentIntent, error);
}

export const UNAVAILABLE: CardResult = { ok: false, message: "form:card.unavailable" };

/** Error messages are the provider's, in the user's language. */
export function toCardResult(
  created: { id: string } | undefined,
  error: { message?: string } | undefined,
): CardResult {
  if (created) return { ok: true, id: created.id };
  return error?.message ? { ok: false, message: error.message } : UNAVAILABLE;
}

const loading = new Map<string, Promise<void>>();

/** Loads a script of this site once a page. */
function loadScript(source: string): Promise<void> {
  const known = loading.get(source);
  if (known) return known;
  const loaded = new Promise<void>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = source;
    script.addEventListener("load", () => {
      resolve();
    });
    script.addEventListener("error", () => {
      loading.delete(source);
      script.remove();
      reject(new Error(`${source} did not load`));
    });
    document.head.append(script);
  });
  loading.set(source, loaded);
  return loaded;
}
