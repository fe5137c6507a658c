/** Whether this host sees the avatars that the users have: other hosts may keep them on disks of their own. */
import { setTimeout as pause } from "node:timers/promises";
import { v7 as uuid } from "uuid";
import { WORKERS_FIRST_AFTER_MS, seconds } from "~/domain/limits";
import type { FileStore } from "~/gateways/files/file-store";
import { AVATARS_MARKER } from "~/domain/stored-names";
import { insertFileMarker, listFileMarkers } from "~/models/file-marker.server";
import type { Store } from "~/models/store/store";
import { listUsersWithAvatar } from "~/models/user.server";
import type { App } from "../platform/app.server";
import { deleteOrphanAvatars, keepNamed } from "./avatar.server";

/** How long a start waits for another host that is marking the files of a new database. */
const MARKER_SETTLES_MS = seconds(2);
/** How many avatars a check of an installation looks for. */
const AVATARS_CHECKED_MAX = 1000;

interface AvatarParts {
  store: Store;
  files: FileStore;
}

/**
 * At a start: marks the files of a new database, and a moment later deletes what a crash has left; or says in the log that they
 * are not this database's files, and deletes none. Requests do not wait for it. Returns a function that ends it.
 */
export function tidyAvatars(app: App): () => void {
  const ending = new AbortController();
  void markAndTidy(app, ending.signal); // It cannot fail.
  return () => ending.abort();
}

async function markAndTidy(app: App, signal: AbortSignal): Promise<void> {
  const { store, log } = app;
  const { files } = app.avatars;
  try {
    let owner = await markFiles({ store, files });
    if (owner !== "own") {
      // Another host may be marking them right now.
      await pause(MARKER_SETTLES_MS, undefined, { ref: false });
      owner = await markFiles({ store, files });
    }
    if (owner !== "own") {
      log.warn({ place: files.place }, WARNINGS[owner]);
      return;
    }
    // The deletion loads Sequelize, for which the first requests do not wait.
    await pause(WORKERS_FIRST_AFTER_MS, undefined, { ref: false, signal });
    await deleteOrphanAvatars(app);
  } catch (error) {
    if (signal.aborted) return;
    log.warn(
      { err: error, place: files.place },
      "it could not be checked whether the hosts share their pictures",
    );
  }
}

/**
 * Whose files these are: "unmarked" ones are not those that this database's avatars were first saved next to, and "foreign" ones
 * were marked for another database.
 */
type FileOwner = "own" | "unmarked" | "foreign";

const WARNINGS: Record<Exclude<FileOwner, "own">, string> = {
  unmarked:
    "this host does not see the pictures of the other hosts: share the folder, or set STORAGE_URL on every host",
  foreign: "these pictures are another installation's: npm run doctor says what to do",
};

async function markFiles(parts: AvatarParts): Promise<FileOwner> {
  const { store, files } = parts;
  const { owner, known, marker } = await inspectFiles(parts);
  if (owner !== "own" || known.length > 0) return owner;
  const id = marker ?? uuid();
  await insertFileMarker(store, { id });
  if (marker === null) await files.write(AVATARS_MARKER, Buffer.from(`${id}\n`));
  return "own";
}

/** Changes nothing. */
export async function findFileOwner(parts: AvatarParts): Promise<FileOwner> {
  return (await inspectFiles(parts)).owner;
}

/**
 * A new database takes over the marked files of a folder, because its data folder came with them. It does not take over a bucket's:
 * the setting may have been copied from an installation that still serves, and whose files it would delete as no one's.
 */
async function inspectFiles({ store, files }: AvatarParts) {
  const known = (await listFileMarkers(store)).map(({ id }) => id);
  const marker = await readMarker(files);
  const isOwn =
    marker === null ? known.length === 0 : known.includes(marker) || (known.length === 0 && !files.isBucket);
  const owner: FileOwner = isOwn ? "own" : marker === null ? "unmarked" : "foreign";
  return { owner, known, marker };
}

/** Null without a marker, also when it is damaged. */
async function readMarker(files: FileStore): Promise<string | null> {
  const text = (await files.read(AVATARS_MARKER))?.toString().trim() ?? "";
  return /^[\da-f-]{36}$/.test(text) ? text : null;
}

/** Of the avatars that users have, newest users first and no more than AVATARS_CHECKED_MAX: those without a file. */
export async function listMissingAvatars({ store, files }: AvatarParts): Promise<string[]> {
  const users = await listUsersWithAvatar(store, { limit: AVATARS_CHECKED_MAX });
  const named = users.flatMap(({ avatar }) => (avatar === null ? [] : [avatar]));
  if (named.length === 0) return [];
  const present = new Set((await files.list()).map(({ name }) => name));
  return keepNamed(
    store,
    named.filter((file) => !present.has(file)),
  );
}
