/** The payment provider's events as mission control shows them. */

/** `received`: being applied, or its process has crashed. `failed`: tried again by a job, by the provider, or by a master. */
export const WEBHOOK_STATUSES = ["received", "applied", "failed"] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

export function isWebhookStatus(value: unknown): value is WebhookStatus {
  return WEBHOOK_STATUSES.some((known) => known === value);
}
