/** The payment provider's events as mission control shows them. */

/** `received`: being applied, or its process has crashed. `failed`: the provider or a master tries again. */
export const WEBHOOK_STATUSES = ["received", "applied", "failed"] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

export function isWebhookStatus(value: unknown): value is WebhookStatus {
  return WEBHOOK_STATUSES.some((known) => known === value);
}
