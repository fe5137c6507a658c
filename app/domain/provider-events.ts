/** The payment provider's events as mission control shows them. */

/** `received`: being applied, or its process has crashed. `failed`: tried again by a job, by the provider, or by a master. */
export const PROVIDER_EVENT_STATUSES = ["received", "applied", "failed"] as const;
export type ProviderEventStatus = (typeof PROVIDER_EVENT_STATUSES)[number];

export function isProviderEventStatus(value: unknown): value is ProviderEventStatus {
  return PROVIDER_EVENT_STATUSES.some((known) => known === value);
}
