/**
 * Brings every account in line with the payment provider after a crash, a lost webhook or a restored backup. Runs at
 * start and by `npm run reconcile`; running it again does no harm.
 */
import { COMPARED_AREAS, type ComparedArea, type Drift } from "~/domain/comparisons";
import { AppError } from "~/domain/errors";
import {
  extendLease,
  isLeased,
  listLostIntents,
  listOpenIntents,
  type BillingIntentRow,
} from "~/models/billing-intent.server";
import { listCustomerSubscriptions, type SubscriptionRow } from "~/models/subscription.server";
import { readAll } from "~/models/store/read-all";
import type { App } from "~/services/platform/app.server";
import { isCardIntent } from "../intents/intent-kinds.server";
import { runLeased } from "../intents/intent-lease.server";
import { failIntent } from "../intents/intents.server";
import {
  compareAccountApiCalls,
  describeFailure,
  NOT_COMPARED,
} from "../api-calls/api-call-comparison.server";
import { recordComparison } from "../mails/comparison-mails.server";
import { settleOpenCard } from "./settle-card.server";
import { reconcileAccount } from "./reconcile-account.server";
import { listProviderDisputes, reconcileDisputes, type ListedDisputes } from "./reconcile-disputes.server";
import { settleIntent, findIntentSubscription } from "./settle.server";

interface ReconcileOptions {
  /** Receives each difference. By default they are logged. */
  onDrift?: (drift: Drift) => void;
  /** Also compares what was paid back, which costs a call for each paid invoice; by default it does. */
  withRefunds?: boolean;
  /** Also compares API calls with the meter and the invoices, which has a job of its own; by default it does. */
  withApiCalls?: boolean;
  /** True: stop before the next account. */
  isStopped?: () => boolean;
}

/** How many intents one recovery takes up. */
const PAGE_SIZE = 100;

/** Compares all accounts, as `compareAll` does, for a command. Never throws: an error is reported as a difference. */
export async function reconcile(app: App, options: ReconcileOptions = {}): Promise<void> {
  try {
    await compareAll(app, options);
  } catch (error) {
    app.log.error({ err: error }, "the accounts could not be compared with the payment provider");
    const { onDrift = logDriftTo(app) } = options;
    onDrift({
      accountId: "-",
      area: null,
      what: "the accounts could not be read",
      failure: describeFailure(error),
    });
  }
}

/**
 * Looks up every open intent without a running request at the provider, and finishes or fails it. Then compares each
 * account with the provider, repairs what differs, and keeps the result for operators. An error affects one account only; throws the errors of the store.
 */
export async function compareAll(app: App, options: ReconcileOptions = {}): Promise<void> {
  const { onDrift = logDriftTo(app), isStopped = () => false } = options;
  const { withRefunds = true, withApiCalls = true } = options;
  try {
    await reconcileIntents(app, isStopped);
    await reconcileAccounts(app, { onDrift, withRefunds, withApiCalls, isStopped });
  } catch (error) {
    if (!isStopped()) throw error;
  }
}

/**
 * Finishes or fails the intents whose lease has ended before their outcome was known. Each is taken over first, so that
 * any number of processes may do this, and the request of the intent can no longer charge.
 */
export async function recoverIntents(app: App, isStopped: () => boolean): Promise<void> {
  const lost = await listLostIntents(app.store, { limit: PAGE_SIZE });
  for (const intent of lost) if (!isStopped()) await recoverIntent(app, intent);
}

async function reconcileIntents(app: App, isStopped: () => boolean): Promise<void> {
  for await (const intent of readAll<BillingIntentRow>((page) => listOpenIntents(app.store, page))) {
    if (isStopped()) return;
    if (!isLeased(intent)) await recoverIntent(app, intent);
  }
}

async function recoverIntent(app: App, found: BillingIntentRow): Promise<void> {
  const intent = await extendLease(app.store, found);
  if (intent) await runLeased(app.store, intent, () => reconcileIntent(app, intent));
}

async function reconcileIntent(app: App, intent: BillingIntentRow): Promise<void> {
  try {
    if (isCardIntent(intent)) {
      await settleOpenCard(app, intent.accountId, { hasEnded: true });
      return;
    }
    const subscription = await findIntentSubscription(app, intent);
    if (subscription) await settleIntent(app, { intent, subscription });
    else await failIntent(app.store, intent);
  } catch (error) {
    // A declined card and a payment in progress are results too, and no request waits for them.
    if (error instanceof AppError && !["unavailable", "refused"].includes(error.code)) return;
    app.log.error({ err: error, intent: intent.id }, "an open payment could not be repaired");
  }
}

async function reconcileAccounts(
  app: App,
  { onDrift, isStopped, ...options }: Required<ReconcileOptions>,
): Promise<void> {
  const drifts: Drift[] = [];
  let accounts = 0;
  const disputes = await listDisputesSafely(app, onDrift);
  for await (const row of readAll<SubscriptionRow>((page) => listCustomerSubscriptions(app.store, page))) {
    if (isStopped()) return;
    const found = await reconcileSafely(app, row, { ...options, disputes });
    for (const drift of found) onDrift(drift);
    drifts.push(...found);
    accounts += 1;
  }
  const areas = listAreas({ ...options, disputes });
  await recordComparison(app, { areas, accounts, drifts, at: new Date() });
}

interface AccountOptions extends Pick<Required<ReconcileOptions>, "withRefunds" | "withApiCalls"> {
  /** Null: the provider did not list them, and the time of their last comparison stays. */
  disputes: ListedDisputes | null;
}

function listAreas({ withRefunds, withApiCalls, disputes }: AccountOptions): ComparedArea[] {
  const left: Partial<Record<ComparedArea, boolean>> = {
    refunds: !withRefunds,
    api_calls: !withApiCalls,
    disputes: disputes === null,
  };
  return COMPARED_AREAS.filter((area) => !left[area]);
}

async function listDisputesSafely(app: App, onDrift: (drift: Drift) => void): Promise<ListedDisputes | null> {
  return listProviderDisputes(app).catch((error: unknown) => {
    const what = "the disputes could not be listed";
    onDrift({ accountId: "-", area: "disputes", what, failure: describeFailure(error) });
    return null;
  });
}

async function reconcileSafely(
  app: App,
  row: SubscriptionRow,
  { withRefunds, withApiCalls, disputes }: AccountOptions,
): Promise<Drift[]> {
  const { id: accountId } = row;
  try {
    const drifts = await reconcileAccount(app, accountId, { withRefunds });
    if (disputes) drifts.push(...(await reconcileDisputes(app, row, disputes)));
    return withApiCalls ? [...drifts, ...(await compareAccountApiCalls(app, accountId))] : drifts;
  } catch (error) {
    return [{ accountId, area: null, what: NOT_COMPARED, failure: describeFailure(error) }];
  }
}

function logDriftTo({ log }: App) {
  return ({ accountId: account, what, failure }: Drift) => {
    if (failure === null) log.info({ account, what }, "billing differed from the provider and is repaired");
    else log.warn({ account, what, failure }, "billing differs from the provider");
  };
}
