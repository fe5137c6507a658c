/** The folder that holds everything the product keeps on disk. No other user of the machine may read it. */
import { chmodSync, existsSync, lstatSync, readdirSync, statSync, type Stats } from "node:fs";
import { join, sep } from "node:path";

const OTHERS = 0o077;
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

/**
 * The files that the product writes into its data folder: the database and its log, the secret, settings, the token of
 * setup, mails, avatars, the files of previous releases, backups and the time of the last one.
 */
const OWN =
  /^(app\.db|app\.secret|setup\.token|config\.json|sandbox\.(json|port)|last-backup\.json|backups|mail|avatars|assets)/;
/** Files of file systems and editors, which may be in a folder that belongs to the product alone. */
const HARMLESS = /^(lost\+found$|\.)/;

/** Makes every file and folder that the process creates from now on private to its user. */
export function makeFilesPrivate(): void {
  process.umask(OTHERS);
}

/**
 * Removes other users' access to the data folder, to the product's files in it, and to a SQLite database
 * outside it. Returns the paths that others can still reach, because they belong to another user or because
 * the folder also holds other files.
 */
export function restrictAccess(dataDir: string, databaseUrl: string): string[] {
  // Windows has no file modes.
  if (!process.getuid) return [];
  const names = readdirSync(dataDir);
  const isShared = names.some((name) => !OWN.test(name) && !HARMLESS.test(name));
  const open = isShared && isOpen(statSync(dataDir)) ? [dataDir] : close(dataDir, statSync(dataDir));
  const own = names.filter((name) => OWN.test(name)).map((name) => join(dataDir, name));
  return [...open, ...[...own, ...listDatabaseFiles(databaseUrl)].flatMap(restrictToOwner)];
}

/** The paths that other users can read, of those that `restrictAccess` would close. Changes nothing. */
export function listOpenFiles(dataDir: string, databaseUrl: string): string[] {
  if (!process.getuid || !existsSync(dataDir)) return [];
  const own = readdirSync(dataDir).filter((name) => OWN.test(name));
  const paths = [...own.map((name) => join(dataDir, name)), ...listDatabaseFiles(databaseUrl)];
  // The content of a closed folder cannot be reached.
  const isReachable = (path: string) => isOpen(statSync(dataDir)) || !path.startsWith(dataDir + sep);
  return [dataDir, ...new Set(paths.filter(isReachable))].filter((path) => isOpen(lstatSync(path)));
}

/** Closes a file or a folder. The content of a closed folder cannot be reached. */
function restrictToOwner(path: string): string[] {
  const stats = lstatSync(path);
  // chmod on a link would change the file that the link points to, wherever that file is.
  if (stats.isSymbolicLink()) return [];
  const within = stats.isDirectory() && isOpen(stats) ? readdirSync(path) : [];
  return [...close(path, stats), ...within.flatMap((name) => restrictToOwner(join(path, name)))];
}

/** Returns the path itself when it stays open. */
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

/** Lists the files of a SQLite database that exist: the database, its log and the log's index. None of another database. */
export function listDatabaseFiles(url: string): string[] {
  if (!url.startsWith("sqlite:")) return [];
  const file = url.slice("sqlite:".length).replace(/^\/\/(?=\/)/, "");
  return ["", "-wal", "-shm", "-journal"].map((ending) => file + ending).filter((path) => existsSync(path));
}
