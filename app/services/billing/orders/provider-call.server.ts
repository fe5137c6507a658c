/** Calls to the provider on behalf of an open intent. */
import { AppError } from "~/domain/errors";
import type { ProviderSubscription } from "~/gateways/payments/payments";
import type { BillingIntentRow } from "~/models/billing-intent.server";
import { countMembers } from "~/models/membership.server";
import type { PlanRow } from "~/models/plan.server";
import type { Store } from "~/models/store/store";
import type { App } from "~/services/platform/app.server";
import { runLeased, type Lease } from "../intents/intent-lease.server";
import { toOutcome } from "../intents/intent-kinds.server";
import { failIntent } from "../intents/intents.server";
import { settleIntent, type PaymentResult } from "../sync/settle.server";

interface ProviderCall<Prepared> {
  /** Every step that charges nothing. */
  prepare: (lease: Lease) => Promise<Prepared>;
  send: (prepared: Prepared) => Promise<ProviderSubscription>;
  /** Takes back what the steps have changed. */
  undo?: () => Promise<void>;
}

/** Carries out an intent that was just opened, and applies the result. Throws like `settleIntent`, and unavailable. */
export function carryOut<Prepared>(
  app: App,
  intent: BillingIntentRow,
  call: ProviderCall<Prepared>,
): Promise<PaymentResult> {
  return runLeased(app.store, intent, async (lease) => {
    const subscription = await callProvider(app, { intent, lease }, call);
    return settleIntent(app, { intent, subscription: toOutcome(intent, subscription) });
  });
}

/**
 * Calls the provider. When the outcome is unknown the intent stays open, and the next request or the recovery resolves
 * it; any other failure closes it.
 */
async function callProvider<Prepared>(
  app: App,
  { intent, lease }: { intent: BillingIntentRow; lease: Lease },
  { prepare, send, undo }: ProviderCall<Prepared>,
): Promise<ProviderSubscription> {
  const fail = async (error: unknown): Promise<never> => {
    await undo?.();
    await failIntent(app.store, intent);
    throw error;
  };
  const prepared = await prepare(lease).catch(fail);
  await lease.require().catch(async (error: unknown) => {
    // Another process ends the intent, maybe before it has seen what the last step did.
    await undo?.();
    throw error;
  });
  return send(prepared).catch((error: unknown) => {
    const isUnknown = error instanceof AppError && error.code === "unavailable";
    if (isUnknown) throw error;
    return fail(error);
  });
}

/** How many seats of the plan the account pays for now. */
export async function countSeats(
  store: Store,
  { accountId, plan }: { accountId: string; plan: PlanRow },
): Promise<number> {
  return plan.type === "seat" ? countMembers(store, { accountId }) : 1;
}
