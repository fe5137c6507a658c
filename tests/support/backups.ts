/** Stores full of every kind of row, and processes that back them up, restore them and are killed meanwhile. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AnyRow, Field } from "~/models/store/entity";
import type { OpenStore } from "~/models/store/database";
import { openFolderFiles } from "~/gateways/files/folder-files";
import { ANY_ENTITIES, type EntityName, type Rows } from "~/models/all-entities";
import type { Store } from "~/models/store/store";
import { createSecrets } from "~/crypto/secrets.server";

export const APP_SECRET = "a secret of tests, longer than 32 characters";

export interface BackupWork {
  kind: "backup" | "restore";
  url: string;
  dataDir: string;
  file: string;
  /** The part of all rows, from 0 to 1, after which the process kills itself; null for never. */
  killAt: number | null;
}

/** The parts of the product that a backup needs. */
export function createBackupApp(store: OpenStore, dataDir: string, appSecret = APP_SECRET) {
  const avatars = { files: openFolderFiles(join(dataDir, "avatars")) };
  const config = { dataDir, appSecret, otherSecrets: [] as string[] };
  return { store, database: store, secrets: createSecrets(config), config, avatars };
}

export interface BackupEnding {
  /** The signal that ended the process, or what it complained about; empty when it did its work. */
  ending: string;
  /** The most memory that the process had, in MiB. 0 when it was killed. */
  memoryMib: number;
  seconds: number;
}

export function runBackupProcess(work: BackupWork): Promise<BackupEnding> {
  const script = fileURLToPath(new URL("backup-process.ts", import.meta.url));
  const startedAt = performance.now();
  const child = spawn(process.execPath, ["--import", "tsx", script, JSON.stringify(work)]);
  let [memory, complaints] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (memory += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (complaints += chunk.toString()));
  return new Promise((done) => {
    child.on("close", (_code, signal) => {
      const seconds = (performance.now() - startedAt) / 1000;
      done({ ending: signal ?? complaints, memoryMib: Number(memory), seconds });
    });
  });
}

/** Inserts `rows` rows of every entity, and `events` events. The values are those that databases treat differently. */
export async function fillStore(
  store: Store,
  { rows, events }: { rows: number; events: number },
): Promise<void> {
  for (const entity of Object.keys(ANY_ENTITIES) as EntityName[]) {
    const count = entity === "events" ? events : rows;
    for (let from = 0; from < count; from += 500) {
      const batch: object[] = Array.from({ length: Math.min(500, count - from) }, (_, index) =>
        buildRow(entity, from + index),
      );
      await store.insertAll(ANY_ENTITIES[entity], batch as AnyRow[]);
    }
  }
}

/** A row with a value in every field, but for every third nullable one. */
export function buildRow<E extends EntityName>(entity: E, index: number): Rows[E] {
  const { fields } = ANY_ENTITIES[entity];
  const values = Object.entries(fields).map(([name, field]) => [
    name,
    buildValue(`${entity} ${name}`, field, index),
  ]);
  return Object.fromEntries(values) as Rows[E];
}

/** Every third nullable value is null. No two texts of a field are equal, so unique ones may be among them. */
function buildValue(seed: string, { type, nullable }: Field, index: number) {
  if (nullable && index % 3 === 0) return null;
  if (type === "integer") return (index % 2 === 0 ? 1 : -1) * (index + 2 ** 30);
  if (type === "boolean") return index % 2 === 0;
  if (type === "date") return new Date(Date.UTC(2026, 0, 1) + index * 86_399_987);
  const unique = createHash("sha256").update(`${seed} ${index}`).digest("hex");
  if (type === "text") return `${unique} {"a":"\\u00e9 \\\\"}\r\n\t'ñ' 漢 😀  `;
  return type.string < unique.length ? unique.slice(0, type.string) : unique;
}
