/** How much waits in the database. Each queue is read by its index, and counted no further than a bound. */
import { DEPTHS_REUSED_MS } from "~/domain/operator-limits";
import { readMailDepth } from "~/models/mail.server";
import type { QueueDepth } from "~/models/store/queue-depth";
import type { Store } from "~/models/store/store";
import { readDeliveryDepth } from "~/models/webhook-delivery.server";
import { readInboxDepth } from "~/models/webhook-event.server";

/** Counts what waits, by the job's name. It is called whenever metrics are read, so it must cost little. */
export type CountJobs = () => Promise<ReadonlyMap<string, number>>;

export interface Depths {
  isDatabaseUp: boolean;
  /** Connections by their state; empty for a database without a pool. */
  pool: Readonly<Record<string, number>>;
  /** Empty while the database is away. */
  queues: (QueueDepth & { queue: string })[];
  jobs: ReadonlyMap<string, number>;
}

/** The mails to send, the accounts' webhooks to send, and the payment provider's events to apply. */
const QUEUES = { mails: readMailDepth, webhooks_out: readDeliveryDepth, webhooks_in: readInboxDepth };

/** Reads all depths, at most once in DEPTHS_REUSED_MS. Never throws. */
export function createDepthReader(store: Store, countJobs: CountJobs): () => Promise<Depths> {
  let last: { at: number; depths: Promise<Depths> } | null = null;
  return () => {
    const now = Date.now();
    if (!last || now - last.at >= DEPTHS_REUSED_MS) last = { at: now, depths: readDepths(store, countJobs) };
    return last.depths;
  };
}

async function readDepths(store: Store, countJobs: CountJobs): Promise<Depths> {
  const pool: Depths["pool"] = { ...store.readPool() };
  try {
    // A database that hangs is found out by one short question, and not by each queue's.
    await store.ping();
    const at = new Date();
    const queues = await Promise.all(
      Object.entries(QUEUES).map(async ([queue, read]) => ({ queue, ...(await read(store, at)) })),
    );
    return { isDatabaseUp: true, pool, queues, jobs: await countJobs() };
  } catch {
    return { isDatabaseUp: false, pool, queues: [], jobs: new Map() };
  }
}
