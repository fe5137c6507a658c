/** The folder of everything the product keeps on disk: no other user of the machine may read it. */
import { chmodSync, existsSync, lstatSync, readdirSync, statSync, type Stats } from "node:fs";
import { join } from "node:path";

const OTHERS = 0o077;
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

/** What the product writes into its data folder: the database with its log, the secret, settings, mails, pictures. */
const OWN = /^(app\.db|app\.secret|config\.json|sandbox\.json|mail|avatars)/;
/** What may stand beside it in a folder that belongs to the product alone: marks of file systems and of editors. */
const HARMLESS = /^(lost\+found$|\.)/;

/** From here on every file and folder that the process makes is for its own user alone. */
export function makeFilesPrivate(): void {
  process.umask(OTHERS);
}

/**
 * Takes from others what they may do in the data folder and with what the product has in it; also with a SQLite
 * database that stands elsewhere. Returns what others can still reach, because it belongs to another user or because
 * the folder holds more than the product's own.
 */
export function closeToOthers(dataDir: string, databaseUrl: string): string[] {
  // Windows knows no such modes.
  if (!process.getuid) return [];
  const names = readdirSync(dataDir);
  const isShared = names.some((name) => !OWN.test(name) && !HARMLESS.test(name));
  const open = isShared && isOpen(statSync(dataDir)) ? [dataDir] : close(dataDir, statSync(dataDir));
  const own = names.filter((name) => OWN.test(name)).map((name) => join(dataDir, name));
  return [...open, ...[...own, ...databaseFiles(databaseUrl)].flatMap(closeOwn)];
}

/** A file, or a folder; what is in a folder that was closed already cannot be reached. */
function closeOwn(path: string): string[] {
  const stats = lstatSync(path);
  // Of a link the mode would be that of what it leads to, wherever that is.
  if (stats.isSymbolicLink()) return [];
  const within = stats.isDirectory() && isOpen(stats) ? readdirSync(path) : [];
  return [...close(path, stats), ...within.flatMap((name) => closeOwn(join(path, name)))];
}

/** The path itself when it stays open. */
function close(path: string, stats: Stats): string[] {
  if (!isOpen(stats)) return [];
  try {
    chmodSync(path, stats.isDirectory() ? PRIVATE_FOLDER : PRIVATE_FILE);
    return [];
  } catch {
    return [path];
  }
}

function isOpen({ mode }: Stats): boolean {
  return (mode & OTHERS) !== 0;
}

/** The files of a SQLite database that are there: it has a log and an index of it beside itself. */
function databaseFiles(url: string): string[] {
  if (!url.startsWith("sqlite:")) return [];
  const file = url.slice("sqlite:".length).replace(/^\/\/(?=\/)/, "");
  return ["", "-wal", "-shm", "-journal"].map((ending) => file + ending).filter((path) => existsSync(path));
}
