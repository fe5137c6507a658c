/** How much waits in the database. Each queue is read by its index, and counted no further than a bound. */
import { listJobs } from "~/models/job.server";
import { countDeadMails, readMailDepth } from "~/models/mail.server";
import type { QueueDepth } from "~/models/store/queue-depth";
import type { OpenStore } from "~/models/store/database";
import { readDeliveryDepth } from "~/models/webhook-delivery.server";
import { readInboxDepth } from "~/models/provider-event.server";
import { seconds } from "~/domain/limits";
import { readMachine, type Machine, type MachineState } from "./machine.server";

/** How long the numbers of the database are reused, when several scrapers ask at once. */
const DEPTHS_REUSED_MS = seconds(1);

export interface Depths {
  isDatabaseUp: boolean;
  /** Connections by their state; empty for a database without a pool. */
  pool: Readonly<Record<string, number>>;
  /** Empty while the database is away. */
  queues: (QueueDepth & { queue: string })[];
  /** How often each job has failed since it last succeeded. */
  jobFailures: ReadonlyMap<string, number>;
  /** Mails that were given up, counted up to a bound; null while the database is away. */
  deadMails: number | null;
  machine: MachineState;
}

/** The mails to send, the accounts' webhooks to send, and the payment provider's events to apply. */
const QUEUES = { mails: readMailDepth, webhooks_out: readDeliveryDepth, webhooks_in: readInboxDepth };

/** Reads all depths, at most once in DEPTHS_REUSED_MS. Never throws. */
export function createDepthReader(store: OpenStore, machine: Machine | null): () => Promise<Depths> {
  let last: { at: number; depths: Promise<Depths> } | null = null;
  return () => {
    const now = performance.now();
    if (!last || now - last.at >= DEPTHS_REUSED_MS) last = { at: now, depths: readDepths(store, machine) };
    return last.depths;
  };
}

async function readDepths(store: OpenStore, machine: Machine | null): Promise<Depths> {
  const [stored, state] = await Promise.all([readStored(store), readMachine(machine)]);
  return { ...stored, machine: state };
}

async function readStored(store: OpenStore): Promise<Omit<Depths, "machine">> {
  const pool: Depths["pool"] = { ...store.readPool() };
  try {
    // A database that hangs is found out by one short question, and not by each queue's.
    await store.ping();
    const at = new Date();
    const queues = await Promise.all(
      Object.entries(QUEUES).map(async ([queue, read]) => ({ queue, ...(await read(store, at)) })),
    );
    const jobFailures = new Map((await listJobs(store)).map(({ id, attempts }) => [id, attempts]));
    return { isDatabaseUp: true, pool, queues, jobFailures, deadMails: await countDeadMails(store) };
  } catch {
    return { isDatabaseUp: false, pool, queues: [], jobFailures: new Map(), deadMails: null };
  }
}
