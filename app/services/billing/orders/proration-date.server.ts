/**
 * The moment from which a change of plan charges the rest of the period. The preview names it, signed, and the change sends it
 * back: so what was shown is what is charged, and no caller chooses a moment that would be cheaper.
 */
import { AppError } from "~/domain/errors";
import { hours } from "~/domain/limits";
import type { ProviderSubscription } from "~/gateways/payments/payments";
import { hasPlanChangedSince } from "~/models/billing-intent.server";
import type { App } from "~/services/platform/app.server";
import type { Viewer } from "~/services/platform/viewer.server";

/** How long a previewed price can be had. */
const PREVIEW_HOLDS_MS = hours(1);
const SIGNING_PURPOSE = "proration_date";

export interface ProrationDate {
  /** By the provider's clock, which a sandbox's user may have moved. */
  proratedAt: Date;
  /** By the product's. */
  previewedAt: Date;
}

interface Previewed {
  viewer: Pick<Viewer, "account" | "subscription">;
  /** The plan to change to. */
  planId: string;
}

/** What a change to this plan sends back to be charged as from this moment. */
export function signProrationDate(
  { secrets }: Pick<App, "secrets">,
  { proratedAt, ...previewed }: Previewed & { proratedAt: Date },
): string {
  const times = `${proratedAt.getTime()}.${Date.now()}`;
  return `${times}.${secrets.sign(SIGNING_PURPOSE, toSignedText(times, previewed))}`;
}

/** Null for "". Throws conflict for the preview of another change, or an old one. */
export function readProrationDate(
  { secrets }: Pick<App, "secrets">,
  { signed, ...previewed }: Previewed & { signed: string },
): ProrationDate | null {
  if (signed === "") return null;
  const [prorated = "", issued = "", signature = ""] = signed.split(".");
  const text = toSignedText(`${prorated}.${issued}`, previewed);
  const previewedAt = new Date(Number(issued));
  const isValid = secrets.hasValidSignature(SIGNING_PURPOSE, text, signature);
  if (!isValid || Date.now() - previewedAt.getTime() > PREVIEW_HOLDS_MS) throw createOldPreviewError();
  return { proratedAt: new Date(Number(prorated)), previewedAt };
}

/** Throws conflict when what the preview was about has changed since: the period, or the plan. */
export async function requirePreviewedPrice(
  { store }: Pick<App, "store">,
  {
    accountId,
    subscription,
    proration,
  }: {
    accountId: string;
    subscription: Pick<ProviderSubscription, "currentPeriodStart">;
    proration: ProrationDate | null;
  },
): Promise<void> {
  if (!proration) return;
  const { proratedAt, previewedAt: since } = proration;
  const isOfPeriod =
    subscription.currentPeriodStart !== null && proratedAt >= subscription.currentPeriodStart;
  if (!isOfPeriod || (await hasPlanChangedSince(store, { accountId, since }))) throw createOldPreviewError();
}

/** Whose change it is, and between which plans: a preview counts for that alone. */
function toSignedText(times: string, { viewer: { account, subscription }, planId }: Previewed): string {
  return [times, account.id, subscription?.planId, subscription?.seats, planId].join(" ");
}

function createOldPreviewError(): AppError {
  return new AppError("conflict", "billing:errors.preview_old");
}
