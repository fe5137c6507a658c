/**
 * The product's services over a real store without a server, for tests that HTTP would only slow down, such as
 * races.
 */
import { join } from "node:path";
import { sessionEntity } from "~/models/session.server";
import { readConfig } from "~/config/config.server";
import { AppError } from "~/domain/errors";
import type { Payments } from "~/gateways/payments/payments";
import { openFolderFiles } from "~/gateways/files/folder-files";
import { openAvatars } from "~/gateways/avatars/avatars";
import { makeLog } from "~/log.server";
import type { OpenStore } from "~/models/store/database";
import { findViewer } from "~/models/viewer.server";
import { startKeyUse } from "~/services/keys/key-use.server";
import { startApiCallCounter } from "~/services/billing/api-calls/api-call-counter.server";
import type { App } from "~/services/platform/app.server";
import { createMetrics } from "~/services/platform/metrics/metrics.server";
import { IDLE_JOBS } from "~/services/platform/jobs/jobs.server";
import { createLimiter } from "~/services/platform/rate-limits/limiter.server";
import type { Context } from "~/services/platform/operation.server";
import { createSettings } from "~/services/platform/setup/settings.server";
import { createSetupAccess } from "~/services/platform/setup/setup-access.server";
import { createFirstSecrets } from "~/services/platform/crypto/hash-keys.server";
import { UNTOUCHED_SITE } from "~/services/platform/site/site.server";
import { toViewer } from "~/services/platform/viewer.server";
import { QUICK_PASSWORDS } from "./quick-passwords";
import type { TestUser } from "./users";

interface AppParts {
  store: OpenStore;
  /** Its data folder. */
  folder: string;
  /** Left out when the test has no payments. */
  payments?: Payments;
}

/** Creates a product that sends no mail: its mails stay in the store. */
export function makeApp({ store, folder, payments }: AppParts): App {
  // The sandbox takes cards only where the public URL is this machine's.
  const config = { ...readConfig({ DATA_DIR: folder, APP_URL: "https://app.test" }), isLocal: true };
  const [log, secrets] = [makeLog("silent"), createFirstSecrets("a secret of the tests, long enough for it")];
  const limiter = createLimiter(secrets);
  return {
    config,
    log,
    store,
    database: store,
    metrics: createMetrics(store),
    traces: null,
    secrets,
    passwords: QUICK_PASSWORDS,
    limiter,
    jobs: IDLE_JOBS,
    webhookTargets: { allowsPrivate: false, local: null },
    // A change of a metered plan waits until other processes have stored their calls.
    apiCalls: startApiCallCounter({ store, log, every: 100 }),
    keyUse: startKeyUse({ store, log }),
    payments: payments ?? ({} as Payments),
    paymentSandbox: null,
    avatars: openAvatars(openFolderFiles(join(folder, "avatars")), ""),
    identityProviders: new Map(),
    setup: createSetupAccess({ config, store, secrets, limiter, log }),
    settings: createSettings({ config, log, prepareSwitch: null }),
    site: UNTOUCHED_SITE,
  };
}

/** The context of an API client that is not signed in. */
export function createAnonymousContext(app: App, ip = "127.0.0.1"): Context {
  const cookies = { cookieHash: null, deviceHash: null };
  const from = { ip, agent: "test", isLocalCaller: true };
  return { app, viewer: null, ...cookies, caller: "script", locale: "en", ...from };
}

/** The context of a call that this user makes now. Throws unauthenticated, as the product does, once the user is gone. */
export async function createContext(app: App, person: TestUser): Promise<Context> {
  const session = await app.store.findOne(sessionEntity, { userId: person.userId, kind: "script" });
  const row = await findViewer(app.store, { sessionId: session?.id ?? "" });
  if (!row) throw new AppError("unauthenticated", "errors:sign_in_first");
  return { ...createAnonymousContext(app), viewer: toViewer(row) };
}

/** Runs the same work many times concurrently. Returns the results and the AppErrors; any other error is thrown. */
export async function runConcurrently<T>(
  times: number,
  send: (index: number) => Promise<T>,
): Promise<{ answers: T[]; refusals: AppError[] }> {
  const results = await Promise.allSettled(Array.from({ length: times }, (_, index) => send(index)));
  const answers: T[] = [];
  const refusals: AppError[] = [];
  for (const result of results) {
    if (result.status === "fulfilled") answers.push(result.value);
    else if (result.reason instanceof AppError) refusals.push(result.reason);
    else throw result.reason;
  }
  return { answers, refusals };
}
