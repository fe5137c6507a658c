/** The metrics of this machine: its Redis, its last backup, and the disk of the data folder. */
import { statfs } from "node:fs/promises";

export interface Machine {
  dataDir: string;
  /** Null without Redis. */
  pingRedis: (() => Promise<unknown>) | null;
  findLastBackup: () => Promise<Date | null>;
}

/** Null for what does not exist, or is not known. */
export interface MachineState {
  isRedisUp: boolean | null;
  backupAgeSeconds: number | null;
  freeBytes: number | null;
}

/** Never throws. */
export async function readMachine(machine: Machine | null): Promise<MachineState> {
  if (!machine) return { isRedisUp: null, backupAgeSeconds: null, freeBytes: null };
  const { dataDir, pingRedis, findLastBackup } = machine;
  const [isRedisUp, backupAt, freeBytes] = await Promise.all([
    pingRedis ? succeeds(pingRedis()) : null,
    findLastBackup(),
    statfs(dataDir).then(
      ({ bavail, bsize }) => bavail * bsize,
      () => null,
    ),
  ]);
  const backupAgeSeconds = backupAt && Math.max(0, (Date.now() - backupAt.getTime()) / 1000);
  return { isRedisUp, backupAgeSeconds, freeBytes };
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
