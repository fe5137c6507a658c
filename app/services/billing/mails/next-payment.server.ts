/** The amount of a subscription's next payment, for the mails that announce it. */
import { AppError } from "~/domain/errors";
import type { App } from "~/services/platform/app.server";

/**
 * In minor units, with every discount and credit, as the provider calculates it. Null when there will be none, and when
 * the provider does not answer: then the mail goes without it.
 */
export async function findNextPayment(
  { payments }: Pick<App, "payments">,
  { customerId, subscriptionId }: { customerId: string; subscriptionId: string },
): Promise<number | null> {
  const unchanged = {
    planId: null,
    priceId: null,
    usagePriceId: null,
    seats: 1,
    trialDays: 0,
    promotionId: null,
  };
  try {
    const preview = await payments.previewInvoice({ customerId, subscriptionId, currency: "", ...unchanged });
    return preview?.amount_due ?? null;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
