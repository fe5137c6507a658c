/** The built product of one process, with everything that it depends on in the hands of the test. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "~/models/store/open-store";
import type { Store } from "~/models/store/store";
import { preloadFailingWrites } from "../support/failing-writes";
import { openFaultStage, type FaultStage } from "../support/fault-stage";
import { findFreePort } from "../support/free-port";
import { startIdentityProviders } from "../support/identity-provider";
import { startMailServer, type MailServer } from "../support/mail-server";
import { startRedis, type RedisServer } from "../support/redis-server";
import { mountSmallDisk, type SmallDisk } from "../support/small-disk";
import { createFaultyDatabase, type FaultyDatabase } from "./databases";
import type { StoreName } from "./kind";
import { populate, type Population } from "./traffic/population";
import { createFacts, type Facts, type TrafficStage } from "./traffic/traffic";

/** What a stage has beside the usual. */
export interface Needs {
  /** A database server of its own. */
  ownServer?: boolean;
  /** A Redis server of its own. */
  redis?: boolean;
  /** The data folder is on a disk of so many mebibytes. */
  diskMebibytes?: number;
  /** Writes of the process can be made to fail. */
  failingWrites?: boolean;
  /** Files of tests/support that are loaded before the product. */
  imports?: readonly string[];
  /** The most memory of the process's objects. */
  heapMebibytes?: number;
}

export interface Stage extends FaultStage, TrafficStage {
  storeName: StoreName;
  store: Store;
  mails: MailServer;
  database: FaultyDatabase;
  identityProviders: Awaited<ReturnType<typeof startIdentityProviders>>;
  redis: RedisServer | null;
  disk: SmallDisk | null;
  dataDir: string;
  /** A file by which an import gets its orders. */
  ordersFile: string;
  people: Population;
  /** What the clients of all runs on this stage have done. */
  facts: Facts;
}

/** So many teams that the invitations of all runs on a stage stay below the limit of each inviter. */
const SIZES = { visitors: 8, keyed: 3, teams: 10, payers: 10 };
export const APP_SECRET = "the secret of the fault runs, long enough";

/** Starts everything, and inserts the users. Close it when done. */
export async function openStage(storeName: StoreName, needs: Needs = {}): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), "fault-stage-"));
  const around = await startAround(storeName, needs, folder);
  const stage = await openFaultStage({
    ...toSettings(around),
    ...toNodeSettings(needs),
    ...(needs.failingWrites && preloadFailingWrites(around.ordersFile)),
  });
  const store = await openStore(around.database.directUrl, { poolSize: 1 });
  const traffic = { url: stage.product().url, receiverUrl: null, facts: createFacts() };
  const { mails, database, identityProviders, redis, disk } = around;
  const close = async () => {
    mails.answerBy(null);
    await stage.close();
    await store.close();
    await Promise.all([identityProviders.stop(), mails.close(), database.close(), redis?.stop()]);
    disk?.remove();
    rmSync(folder, { recursive: true, force: true });
  };
  const people = await populate({ ...traffic, store, mails }, SIZES).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    ...stage,
    ...around,
    ...traffic,
    storeName,
    store,
    people,
    withStore: (work) => work(store),
    close,
  };
}

type Around = Awaited<ReturnType<typeof startAround>>;

/** Everything that the product depends on. */
async function startAround(storeName: StoreName, needs: Needs, folder: string) {
  const disk = needs.diskMebibytes === undefined ? null : mountSmallDisk(needs.diskMebibytes);
  const dataDir = join(disk?.folder ?? folder, "data");
  mkdirSync(dataDir, { mode: 0o700 });
  const database = { folder: dataDir, own: needs.ownServer, isMigrated: true };
  const port = await findFreePort();
  return {
    port,
    disk,
    dataDir,
    database: await createFaultyDatabase(storeName, database),
    mails: await startMailServer(),
    redis: needs.redis ? await startRedis() : null,
    identityProviders: await startIdentityProviders(port),
    ordersFile: join(folder, "orders"),
  };
}

function toSettings({ port, dataDir, database, mails, redis, identityProviders, ordersFile }: Around) {
  return {
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SMTP_URL: mails.url,
    APP_SECRET,
    ...(redis && { REDIS_URL: redis.url }),
    // Each request comes from an IP of its own.
    TRUST_PROXY_HOPS: "1",
    LOG_LEVEL: "info",
    CLOCK_FAULT_FILE: ordersFile,
    ...identityProviders.environment,
  };
}

function toNodeSettings({ imports = [], heapMebibytes }: Needs): Record<string, string> {
  const files = imports.map((file) => `--import ${new URL(`../support/${file}`, import.meta.url).href}`);
  const heap = heapMebibytes ? [`--max-old-space-size=${heapMebibytes}`] : [];
  return { NODE_OPTIONS: [...files, ...heap].join(" ") };
}
